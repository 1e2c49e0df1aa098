"""One score a word: the tree that SPLIT makes of a random ranking.

Several rankings make one tree. Of two words or more, SPLIT chooses a word x_i and gives (left, (x_i, right)):
so the node (x_0 (x_1 rest)) comes of choosing x_0 and then going on with (x_1 rest), or of choosing x_1 with
x_0 alone on its left. Only there do rankings meet: a left part of two words or more fixes the choice.

Hence every tree over start .. end-1 is read in one way as a *block*: a run of single words on the left,
start .. m-1; then either nothing is left, m = end, or a word c >= m + 2 is chosen with the words m .. c-1 on
its left, and both m .. c-1 and c+1 .. end-1 begin blocks of their own.
The run may be chosen in many orders; `_runs` adds them up, and all else is a product.
"""

from collections.abc import Sequence

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent import split
from prpn_edu.latent.structures.base import Cuts
from prpn_edu.latent.structures.race import Race
from prpn_edu.latent.structures.ranked_trees import RankedTrees


class SplitTrees(RankedTrees):
    """Trees through SPLIT: in a part, word i is chosen with the chance d_i / sum_j d_j over the part.

    The probability of a tree is summed over all rankings that make it. A tree that SPLIT cannot make, one
    with a node whose left child and whose right child's left child both have two words or more, such as
    ((x0 x1) ((x2 x3) x4)), has log-probability -inf.

    Args:
        d: (..., n), scores above 0, one for each word.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
        logits: log d, in place of d.
    Source: note, section 4 and eq. (8); the sum over rankings is ours.
    """

    gaps = 0

    def decode(self, scores: Tensor | Sequence[float]) -> Tree:
        """SPLIT: the highest score is chosen first."""
        return split.split(scores, self.words)

    def possible(self, tree: Tree) -> bool:
        """Whether SPLIT can make the tree."""
        return _can_make(self._checked_cuts(tree))

    @property
    def marginals(self) -> Tensor:
        """The chance of each span, (..., n, n+1).

        A span is a part that SPLIT goes on with (the words at its two ends are chosen before those inside),
        or it is (x_i, right): end is chosen before i = start, and i before start-1 and all after it.
        """
        race = Race(self.logits)
        i, end = race.start, race.end
        headed = race.first(end, i - 1, end + 1) + race.first(i, i - 1, end)  # (..., n+1, n+1)
        headed = headed.masked_fill((i == 0) | (end <= i), -torch.inf)
        return (race.both().exp() + headed.exp()).masked_fill(end - i < 2, 0.0)[..., :-1, :]

    def entropy(self) -> Tensor:
        """The entropy in nats, (...): that of the choices of each block, times the chance that it begins."""
        race = Race(self.logits)
        return (self._block_chances(race) * self._block_entropies(race)).sum((-2, -1))

    def _block_chances(self, race: Race) -> Tensor:
        """(..., n+1, n+1), entry (s, e): the chance that a block over the words s .. e-1 begins."""
        s, e = race.start, race.end
        on_the_left = race.left_then_right().masked_fill((e == race.n) | (e - s < 2), -torch.inf)
        # On the right of s - 1, chosen with two words or more to its left: before them and all of s .. e-1.
        on_the_right = race.first(e, s - 3, e + 1) + race.first(s - 1, s - 3, e)
        on_the_right = on_the_right.masked_fill((s < 3) | (e <= s), -torch.inf)
        return (on_the_left.exp() + on_the_right.exp()).masked_fill((s == 0) & (e == race.n), 1.0)

    def _block_entropies(self, race: Race) -> Tensor:
        """(..., n+1, n+1), entry (s, e): the entropy of the length of the run and of the word after it."""
        n, runs = race.n, _runs(race)
        s, m, e = race.start.unsqueeze(-1), race.start, race.end  # for matrices (..., s, m, e)
        c = torch.arange(n, device=self.logits.device)  # (n,)
        share = self.logits[..., None, None, :] - race.sums.unsqueeze(-1)  # (..., m, e, c)
        others = (c < m.unsqueeze(-1) + 2) | (c >= e.unsqueeze(-1))
        chance = share.masked_fill(others, -torch.inf).exp()
        anything = chance.sum(-1).unsqueeze(-3)  # (..., 1, m, e)  a word follows the run
        terms = (chance * share).sum(-1).unsqueeze(-3)  # (..., 1, m, e)
        weight = runs.exp() * ((s <= m) & (m <= e))  # (..., s, m, e)
        whole = (m == e).to(weight.dtype)  # the run takes all
        return -(weight * ((anything + whole) * runs + terms)).sum(-2)

    def _log_prob(self, cuts: Cuts) -> Tensor:
        if not _can_make(cuts):
            return self.logits.new_full(self.batch_shape, -torch.inf)
        zero = self.logits.new_zeros(self.batch_shape)
        inside: dict[tuple[int, int], Tensor] = {}  # the log-probability of each span's tree
        for (start, end), cut in cuts.items():
            ways = []
            if cut == start + 1:  # x_start was chosen, or ...
                ways.append(self.logits[..., start] + inside.get((cut, end), zero))
            if end == cut + 1 or cuts[cut, end] == cut + 1:  # x_cut was, with the rest to its right
                parts = inside.get((start, cut), zero) + inside.get((cut + 1, end), zero)
                ways.append(self.logits[..., cut] + parts)
            total = ways[0] if len(ways) == 1 else torch.logaddexp(*ways)
            inside[start, end] = total - self.logits[..., start:end].logsumexp(-1)
        return inside.get((0, self.length), zero)

    def _best_depths(self) -> list[int]:
        """The best run for each span and the best word for each end of a run: cubic in n."""
        race = Race(self.logits)
        n, logits, sums, runs = race.n, self.logits.tolist(), race.sums.tolist(), _runs(race).tolist()
        best = [[0.0] * (n + 1) for _ in range(n + 2)]  # best[s][e]: the best block over s .. e-1
        after = [[(0.0, e)] * (n + 1) for e in range(n + 1)]  # after[m][e]: the best word c after a run to m
        stop = [[0] * (n + 1) for _ in range(n + 1)]  # stop[s][e]: where the run ends
        for s in range(n, -1, -1):
            for e in range(s, n + 1):
                words = [(logits[c] - sums[s][e] + best[s][c] + best[c + 1][e], c) for c in range(s + 2, e)]
                after[s][e] = max(words, default=(-torch.inf, e))
                ends = [(runs[s][m][e] + after[m][e][0], m) for m in range(s, e)] + [(runs[s][e][e], e)]
                best[s][e], stop[s][e] = max(ends)
        depths, todo = [0] * n, [(0, n, 0)]
        while todo:
            s, e, depth = todo.pop()
            m = stop[s][e]
            depths[s:m] = range(depth, depth + m - s)
            if m < e:
                c = after[m][e][1]
                depth += m - s
                depths[c] = depth
                todo += [(m, c, depth + 1), (c + 1, e, depth + 1)]
        return depths


def _runs(race: Race) -> Tensor:
    """log of the summed chances of all ways to take the words s .. m-1 from the left, one by one.

    Returns:
        (..., s, m, e), each index 0 .. n. From s .. e-1, SPLIT takes s; or it chooses s+1, which takes both s
        and s+1. So runs[s] = first(s) runs[s+1] + first(s+1) runs[s+2], the Fibonacci way; runs[s, s] = 1.
        Entries without s <= m <= e are 0 and mean nothing.
    """
    n, logits = race.n, race.logits
    m, e = race.start, race.end
    rows = [torch.zeros_like(race.sums)] * 2  # from s + 1 and s + 2 on
    for s in range(n - 1, -1, -1):
        one = logits[..., s, None, None] - race.sums[..., s : s + 1, :] + rows[0]  # (..., n+1, n+1)
        chosen = logits[..., min(s + 1, n - 1), None, None] - race.sums[..., s : s + 1, :]
        two = (chosen + rows[1]).masked_fill(m < s + 2, -torch.inf)
        rows.insert(0, torch.logaddexp(one, two).masked_fill((m <= s) | (e < m), 0.0))
    return torch.stack(rows[: n + 1], -3)


def _can_make(cuts: Cuts) -> bool:
    """Whether no left child of two words stands beside a right child that begins with two."""
    return not any(
        cut - start > 1 and end - cut > 1 and cuts[cut, end] - cut > 1 for (start, end), cut in cuts.items()
    )
