"""Grammars with probabilities: the chance of a sentence, all trees added up; its best tree; its counts.

Letters: B sentences of n words; S symbols, N of them with rules of two children, P with rules of one word;
V words.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.data.vocab import PADDING
from prpn_edu.latent import chart
from prpn_edu.latent.grammar.inside import Rules, best_derivation, counts_and_log_prob, log_inside
from prpn_edu.latent.language_model import words_of
from prpn_edu.latent.spans import WordClasses
from prpn_edu.latent.words import END, START, known_form
from prpn_edu.losses import Sum
from prpn_edu.storage import Stored

Sentence: TypeAlias = str | Sequence[str] | Tree
Words: TypeAlias = Sentence | Sequence[Sequence[str]] | Tensor
IN_CLASS = 0.9  # of a symbol's words, the share that begins in its class
_BATCH = 64  # sentences of one length


class Pcfg(Stored, nn.Module):
    """A probabilistic context-free grammar in Chomsky normal form, wherever its probabilities come from.

    A symbol becomes two symbols or one word. p(words) is the sum over all trees of the product of their
    rules. A member gives `rules` and `symbols`; `training.fit` can train it, because p is differentiable.
    """

    word_scores: nn.Parameter  # (P, V)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the S symbols: first the N with rules of two children; the last P write words."""
        raise NotImplementedError

    def rules(self) -> Rules:
        """The chances of all rules, with their gradients."""
        raise NotImplementedError

    def log_prob(self, words: Words, span_scores: Tensor | None = None) -> Tensor:
        """log p(words), in nats, all trees added up: the inside algorithm. Differentiable.

        Args:
            words: a sentence (a string, a list of words, a tree), or B sentences of one length: lists of
                words, or numbers of words (B, n) as `read` gives them.
            span_scores: (n, n + 1), or (B, n, n + 1), added to the log of each tree that has the span.
        Returns:
            () for a sentence, (B,) for several; -inf for words that the grammar cannot make.
        Raises:
            ValueError: no word, or sentences of different lengths.
        Source: Baker (1979); Lari and Young (1990).
        """
        ids = self._ids(words)
        scores = None if span_scores is None else _batched(span_scores, 2).to(self._dtype)
        return log_inside(self.rules(), _batched(ids, 1), scores).reshape(ids.shape[:-1])

    def span_chances(self, words: Words, span_scores: Tensor | None = None) -> Tensor:
        """The chance that the tree of the words has each span, whatever its symbol.

        Args:
            words, span_scores: as in `log_prob`.
        Returns:
            (n, n + 1) or (B, n, n + 1): the derivative of log p by a score of the span. Entries that are no
            span of two words or more are 0.
        Raises:
            ValueError: as in `log_prob`, or words that the grammar cannot make.
        """
        ids = self._ids(words)
        n = ids.size(-1)
        scores = torch.zeros(*ids.shape, n + 1, dtype=self._dtype, device=ids.device)
        scores = scores if span_scores is None else scores + span_scores.to(scores)
        scores.requires_grad_()
        with torch.enable_grad():
            total = self._possible(self.log_prob(ids, scores))
            (chances,) = torch.autograd.grad(total, scores, materialize_grads=True)
        return chances

    def best_tree(self, words: Sentence) -> Tree:
        """The tree from which most spans are expected to be right, by `span_chances`: minimum risk.

        Returns:
            a tree with the label "X" over bare words.
        Raises:
            ValueError: no word, or words that the grammar cannot make.
        Source: Goodman (1996), Parsing algorithms and metrics.
        """
        return chart.best_tree(self.span_chances(words), words_of(words))

    def best_trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """`best_tree` of many sentences of any lengths, faster."""
        return chart.best_trees(self.all_span_chances(sentences), [words_of(s) for s in sentences])

    def all_span_chances(self, sentences: Sequence[Sentence]) -> list[Tensor]:
        """`span_chances` of many sentences of any lengths, faster: N of (n, n + 1)."""
        found: dict[int, Tensor] = {}
        for places, ids in self.by_length([self.read(sentence) for sentence in sentences]):
            found |= dict(zip(places, self.span_chances(ids), strict=True))
        return [found[k] for k in range(len(sentences))]

    @torch.no_grad()
    def viterbi_tree(self, words: Sentence) -> Tree:
        """The most probable derivation, with the names of its symbols: one tree, where p(words) adds up all.

        Raises:
            ValueError: no word, or words that the grammar cannot make.
        """
        found, names = best_derivation(self.rules(), self.read(words)), self.symbols
        for k, place in enumerate(found.treepositions("leaves")):
            found[place] = words_of(words)[k]
        for node in found.subtrees():
            node.set_label(names[node.label()])
        return found

    def expected_counts(self, words: Words) -> Rules:
        """How often each rule is used, each tree counted by its share of p(words).

        Several sentences are counted together. A count is rule x d log p / d rule: what the inside and the
        outside algorithm give together.

        Raises:
            ValueError: as in `log_prob`, or words that the grammar cannot make.
        Source: Lari and Young (1990); Eisner (2016).
        """
        counts, log_probs = counts_and_log_prob(self.rules(), _batched(self._ids(words), 1))
        self._possible(log_probs)
        return counts

    @torch.no_grad()
    def sample(self, generator: torch.Generator | None = None, max_words: int = 1000) -> Tree:
        """Draw a derivation, from the root down; its words are a sentence.

        Args:
            generator: the source of chance; torch's own when None.
            max_words: where a derivation is given up.
        Returns:
            a tree with the names of the symbols, each word under a symbol of its own.
        Raises:
            ValueError: the derivation grows past `max_words`: this grammar need not end.
        """
        rules, names = self.rules(), self.symbols
        first_word = len(names) - len(rules.words)  # the first symbol that writes words
        top = Tree("", [None])
        waiting = [(top, 0, _draw(rules.root, generator))]  # (parent, place in it, symbol)
        words = 0
        while waiting:
            if words + len(waiting) > max_words:
                raise ValueError(
                    f"a derivation grew past {max_words} words: rules of two children are too likely for it "
                    "to end; draw again, or give another max_words"
                )
            parent, place, symbol = waiting.pop()
            pairs = rules.pairs[symbol].flatten() if symbol < len(rules.pairs) else rules.root.new_empty(0)
            spoken = rules.words[symbol - first_word] if symbol >= first_word else rules.root.new_empty(0)
            drawn = _draw(torch.cat([pairs, spoken]), generator)
            if drawn < len(pairs):
                parent[place] = node = Tree(names[symbol], [None, None])
                waiting += [(node, 1, drawn % len(names)), (node, 0, drawn // len(names))]
            else:
                parent[place] = Tree(names[symbol], [self.vocabulary.words[drawn - len(pairs)]])
                words += 1
        return top[0]

    @torch.no_grad()
    def begin_in_classes(self, classes: WordClasses, sentences: Sequence[Sentence]) -> Self:
        """Let each of the P symbols that write words begin with one class of words.

        A symbol writes the words of its class with the share `IN_CLASS`, in proportion to their counts, and
        else any word in proportion to its count and one. Training may move all of them.

        Args:
            classes: P classes over the words of this grammar.
            sentences: those whose words are counted.
        Returns:
            the grammar.
        Raises:
            ValueError: another number of classes than P, or another vocabulary.
        """
        if classes.size != len(self.word_scores) or classes.vocabulary != self.vocabulary:
            raise ValueError(
                f"{classes.size} classes over {len(classes.vocabulary)} words, but {len(self.word_scores)} "
                f"symbols that write {len(self.vocabulary)}: give one class a symbol, over the same words"
            )
        ids = torch.cat([self.read(sentence) for sentence in sentences]).cpu()
        counts = ids.bincount(minlength=len(self.vocabulary)).double()  # (V,)
        inside = nn.functional.one_hot(torch.tensor(classes.classes), classes.size).T * counts  # (P, V)
        anywhere = (counts + 1) * ~never_written(self.vocabulary)
        anywhere = anywhere / anywhere.sum()
        share = torch.where(inside.sum(1, keepdim=True) > 0, IN_CLASS, 0.0)  # or nothing was counted
        inside = inside / inside.sum(1, keepdim=True).clamp_min(1)
        self.word_scores.copy_((share * inside + (1 - share) * anywhere).log())
        return self

    def read(self, example: Sentence) -> Tensor:
        """The numbers of the words, (n,); a rare word goes by its suffix where the grammar has suffixes."""
        suffixes = self.config.suffixes
        words = [known_form(word, self.vocabulary, suffixes) for word in words_of(example)]
        return torch.tensor(self.vocabulary.encode(words), device=self.word_scores.device)

    def size(self, item: Tensor) -> int:
        """The number of words."""
        return len(item)

    def collate(self, items: Sequence[Tensor]) -> list[Tensor]:
        """Sentences as rectangles (B, n), one for each length."""
        return [ids for _, ids in self.by_length(items)]

    def loss(self, batch: Sequence[Tensor]) -> Sum:
        """-log p of sentences in nats, added up over all words and ends of sentences."""
        rules = self.rules()
        total = torch.stack([-log_inside(rules, ids).sum() for ids in batch]).sum()
        return Sum(total, sum(ids.numel() + len(ids) for ids in batch))

    def by_length(self, items: Sequence[Tensor]) -> Iterable[tuple[list[int], Tensor]]:
        """The places of up to `_BATCH` sentences of one length, and their words (B, n)."""
        lengths = defaultdict(list)
        for k, item in enumerate(items):
            lengths[len(item)].append(k)
        for places in lengths.values():
            for start in range(0, len(places), _BATCH):
                some = places[start : start + _BATCH]
                yield some, torch.stack([items[k] for k in some])

    def _ids(self, words: Words) -> Tensor:
        """(n,) or (B, n)."""
        if isinstance(words, Tensor):
            return words
        if isinstance(words, str | Tree) or all(isinstance(word, str) for word in words):
            return self.read(words)
        rows = [self.read(sentence) for sentence in words]
        lengths = sorted({len(row) for row in rows})
        if len(lengths) > 1:
            raise ValueError(
                f"sentences of {lengths[0]} and of {lengths[-1]} words: a batch is of one length; "
                "best_trees and training take any"
            )
        return torch.stack(rows)

    def _possible(self, log_probs: Tensor) -> Tensor:
        """The sum of log-probabilities, none of which may be -inf: it has no derivative."""
        if (log_probs == -torch.inf).any():
            place = int((log_probs.reshape(-1) == -torch.inf).nonzero()[0])
            raise ValueError(f"the grammar cannot make the words of sentence {place}: their chance is 0")
        return log_probs.sum()

    @property
    def _dtype(self) -> torch.dtype:
        return self.word_scores.dtype


def names_of(pairs: int, words: int) -> tuple[str, ...]:
    """Names for symbols that have none: N0, N1, ... become two symbols, P0, P1, ... a word."""
    return (*(f"N{k}" for k in range(pairs)), *(f"P{k}" for k in range(words)))


def never_written(vocabulary: Vocabulary) -> Tensor:
    """(V,), True for the entries of a vocabulary that no sentence holds: <pad>, <s> and </s>."""
    return torch.tensor([word in (PADDING, START, END) for word in vocabulary.words])


def _batched(table: Tensor, dims: int) -> Tensor:
    """With a first axis for the sentences, where it has none."""
    return table.unsqueeze(0) if table.dim() == dims else table


def _draw(chances: Tensor, generator: torch.Generator | None) -> int:
    return int(torch.multinomial(chances, 1, generator=generator))
