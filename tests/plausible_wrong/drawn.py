"""Mistakes that the texts of drawn tasks warn of, or that their contract invites, as patches of the answer.

Of each task: what it does, then pairs of a text in the drawn answer's code and the one in its place.
"""

MISTAKES = {
    "1.1b": [
        ("gives the sum, not the mean", "(u + v) / 2", "u + v"),
        ("halves the second word alone", "(u + v) / 2", "u + v / 2"),
        ("takes the dot product", "u * v", "(u @ v).expand(len(u))"),
    ],
    "1.1c": [
        ("weighs the second word", "alpha * u + v", "u + alpha * v"),
        ("weighs both words", "alpha * u + v", "alpha * (u + v)"),
        ("weighs the product too", "= u * v", "= alpha * u * v"),
    ],
    "1.2b": [
        ("lets the other one act first", "A @ (B @ noun)", "B @ (A @ noun)"),
        ("lets one act alone", "A @ (B @ noun)", "A @ noun"),
        ("multiplies from the wrong side", "A @ (B @ noun)", "noun @ B @ A"),
    ],
    "1.2c": [
        ("gives the phrase", "A @ noun - noun", "A @ noun"),
        ("subtracts the other way round", "A @ noun - noun", "noun - A @ noun"),
        ("multiplies from the wrong side", "A @ noun - noun", "noun @ A - noun"),
    ],
    "1.3b": [
        ("compares the positions", "words[i] != words[j]", "i != j"),
        ("looks to the right only", "if words[i] != words[j]", "if i < j and words[i] != words[j]"),
        ("counts each word as its own company", "if words[i] != words[j]", "if True"),
    ],
    "1.3c": [
        ("divides by the columns", "table.sum(1, keepdim=True)", "table.sum(0, keepdim=True)"),
        ("loses the summed axis", "table.sum(1, keepdim=True)", "table.sum(1)"),
        ("divides a row of zeros by 0", ".clamp(min=1)", ""),
        ("gives counts", "/ table.sum(1, keepdim=True).clamp(min=1)", ""),
    ],
    "1.5b": [
        ("turns the solution over", "torch.linalg.solve(left, right)", "torch.linalg.solve(left, right).T"),
        ("adds the penalty everywhere", "ridge * torch.eye(E)", "ridge"),
        ("leaves the penalty out", " + ridge * torch.eye(E)", ""),
    ],
    "1.5c": [
        ("keeps the weight of a sum", "len(nouns) * ridge", "ridge"),
        ("divides the weight by the nouns", "len(nouns) * ridge", "ridge / len(nouns)"),
        ("returns the columns", "return columns.T", "return columns"),
        ("takes the mean on one side", "nouns.T @ nouns + len(nouns) *", "nouns.T @ nouns / len(nouns) +"),
    ],
    "2.1b": [
        ("counts from 0", "ids[t] - 1", "ids[t] % size"),
        ("does not move", "ids[t] - 1", "ids[t]"),
        ("puts the ones on the diagonal", "ids[t] - 1", "t % size"),
    ],
    "2.1c": [
        ("does not move", "ids[t] + 1", "ids[t]"),
        ("has no free column", "(len(ids), size + 1)", "(len(ids), size)", "ids[t] + 1", "ids[t]"),
        ("moves by two", "ids[t] + 1", "(ids[t] + 2) % (size + 1)"),
    ],
    "2.2b": [
        ("adds the objections", "totals - table[number]", "totals + table[number]"),
        ("keeps the last objection", "totals - table[number]", "bias - table[number]"),
    ],
    "2.2c": [
        ("counts a word once", "counts[number] * table[number]", "(counts[number] > 0) * table[number]"),
        ("adds every word once", "counts[number] * table[number]", "table[number]"),
        ("looks up the counts", "counts[number] * table[number]", "table[counts[number]]"),
    ],
    "2.3b": [
        ("sums the rows", "powers.sum(dim=0", "powers.sum(dim=1"),
        ("does not shift", "(o - top)", "o"),
        ("shifts by the largest of all", "o.max(dim=0, keepdim=True).values", "o.max()"),
        ("loses the summed axis", "powers.sum(dim=0, keepdim=True)", "powers.sum(dim=0)[:, None]"),
    ],
    "2.3c": [
        ("multiplies with the temperature", "o / tau", "o * tau"),
        ("divides the chances", "o / tau", "o", "powers / powers.sum", "powers / tau / powers.sum"),
        ("does not shift", "(cooled - top)", "cooled"),
        ("shifts by the warm scores", "cooled.max(dim=1, keepdim=True)", "o.max(dim=1, keepdim=True)"),
        ("leaves the temperature out", "o / tau", "o"),
    ],
    "2.4b": [
        ("measures in nats", " / torch.tensor(2.0).log()", ""),
        ("multiplies by ln 2", "/ torch.tensor(2.0)", "* torch.tensor(2.0)"),
        (
            "takes one logarithm alone to the base 2",
            ".log()\n",
            ".log2()\n",
            " / torch.tensor(2.0).log()",
            "",
        ),
        ("does not shift", "o - o.max(dim=1, keepdim=True).values", "o"),
    ],
    "2.4c": [
        ("picks from the scores as they were", "(Y * shifted)", "(Y * o)"),
        ("does not shift", "o - o.max(dim=1, keepdim=True).values", "o"),
        ("takes the mean over all scores", ".mean()", ".sum() / o.numel()"),
    ],
    "2.5b": [
        ("gives the gradient", "-gradient", "gradient"),
        ("does not divide", "-gradient / len(y)", "-gradient"),
        ("takes the softmax over the batch", "dim=1", "dim=0"),
    ],
    "2.5c": [
        ("subtracts the other way round", "gradient - Y", "Y - gradient"),
        ("divides by the classes", "len(o)", "o.shape[1]"),
        ("divides the chances alone", "(gradient - Y) / len(o)", "gradient / len(o) - Y"),
    ],
    "3.1b": [
        ("multiplies R from the wrong side", "h @ R", "R @ h"),
        ("closes the tanh early", "torch.tanh(word @ W + h @ R + b)", "torch.tanh(word @ W) + h @ R + b"),
        ("leaves out the bias", " + b", ""),
    ],
    "3.1c": [
        ("leaves out the last column", " + W[:, -1]", ""),
        (
            "takes the first column for the bias",
            "W[:, :-1] @ word + R @ h + W[:, -1]",
            "W[:, 1:] @ word + R @ h + W[:, 0]",
        ),
        ("adds the bias after the tanh", "R @ h + W[:, -1])", "R @ h) + W[:, -1]"),
    ],
    "3.2b": [
        ("asks about one step", "R @ R", "R"),
        ("squares the entries", "R @ R", "R * R"),
        ("takes the real part", ".abs()", ".real"),
    ],
    "3.2c": [
        ("gives the radius", "1 - ", ""),
        ("has the sign the other way round", "1 - eigenvalues.abs().max()", "eigenvalues.abs().max() - 1"),
        (
            "takes the largest of the distances",
            "1 - eigenvalues.abs().max()",
            "(1 - eigenvalues.abs()).max()",
        ),
        ("takes the real part", ".abs()", ".real"),
    ],
    "3.5b": [
        ("takes PyTorch's order", "i, f, o, g =", "i, f, g, o ="),
        ("exchanges i and f", "i, f, o, g =", "f, i, o, g ="),
        ("shows the old memory", "torch.tanh(memory)", "torch.tanh(c)"),
    ],
    "3.5c": [
        ("returns the memory", "memory - c", "memory"),
        ("takes c away before the output", "torch.tanh(g)\n", "torch.tanh(g) - c\n", "memory - c", "memory"),
        ("subtracts the other way round", "memory - c", "c - memory"),
        ("returns what is written", "memory - c", "write * torch.tanh(g)"),
    ],
    "3.7b": [
        ("takes the last row", "h[lengths - 1, columns]", "h[-1]"),
        ("exchanges the axes", "h[lengths - 1, columns]", "h[columns, lengths - 1]"),
        ("stops a word early", "lengths - 1", "(lengths - 2).clamp(min=0)"),
    ],
    "3.7c": [
        ("takes the last column", "mask.sum(dim=1) - 1", "-1"),
        ("forgets the one less", "mask.sum(dim=1) - 1", "mask.sum(dim=1).clamp(max=h.shape[1] - 1)"),
        ("takes the first column", "mask.sum(dim=1) - 1", "0"),
    ],
    "4.1b": [
        ("multiplies from the left", "left @ U_l + right @ U_r", "U_l @ left + U_r @ right"),
        ("exchanges the matrices", "left @ U_l + right @ U_r", "left @ U_r + right @ U_l"),
        ("adds the bias after the tanh", " + b)", ") + b"),
    ],
    "4.1c": [
        ("puts the right child first", "[left, right]", "[right, left]"),
        ("adds the bias after the tanh", " + b)", ") + b"),
        ("leaves out the bias", " + b)", ")"),
    ],
    "4.2b": [
        ("lets in", "(1 - i) * u", "i * u"),
        ("takes 1 minus the product", "(1 - i) * u", "1 - i * u"),
        ("shows the memory without a tanh", "torch.tanh(c)", "c"),
        ("keeps out the output", "h = o *", "h = (1 - o) *"),
    ],
    "4.2c": [
        ("takes the chapter's order", "u, i, o = sums", "i, o, u = sums"),
        ("exchanges the gates", "u, i, o = sums", "u, o, i = sums"),
        ("squashes u with a sigmoid", "torch.tanh(u)", "torch.sigmoid(u)"),
    ],
    "4.3b": [
        ("adds the bias along the rows", "b_f[:, None]", "b_f"),
        ("multiplies from the wrong side", "U_f @ h", "U_f.T @ h"),
        ("leaves out the bias", " + b_f[:, None]", ""),
        ("returns rows", "torch.sigmoid(U_f @ h + b_f[:, None])", "torch.sigmoid(U_f @ h + b_f[:, None]).T"),
    ],
    "4.3c": [
        ("gives what is kept", "1 - torch.sigmoid", "torch.sigmoid"),
        (
            "takes 1 minus the sum",
            "1 - torch.sigmoid(U_f @ child + b_f)",
            "torch.sigmoid(1 - U_f @ child - b_f)",
        ),
        (
            "turns the product alone",
            "1 - torch.sigmoid(U_f @ child + b_f)",
            "torch.sigmoid(-U_f @ child + b_f)",
        ),
    ],
    "4.4b": [
        ("takes the chapter's order", "u, i, o =", "i, o, u ="),
        ("exchanges the gates", "u, i, o =", "u, o, i ="),
        ("adds the memories first", "* c).sum(dim=0)", ").sum(dim=0) * c.sum(dim=0)"),
    ],
    "4.4c": [
        ("exchanges outputs and memories", "states[:, 0], states[:, 1]", "states[:, 1], states[:, 0]"),
        ("takes the outputs for the memories", "states[:, 0], states[:, 1]", "states[:, 0], states[:, 0]"),
        (
            "returns the memory first",
            "torch.sigmoid(o) * torch.tanh(memory), memory",
            "memory, torch.sigmoid(o) * torch.tanh(memory)",
        ),
    ],
    "5.1b": [
        (
            "does the left part first",
            "*right_transitions(right), *right_transitions(left)",
            "*right_transitions(left), *right_transitions(right)",
        ),
        (
            "puts REDUCE first",
            "[*right_transitions(right), *right_transitions(left), REDUCE]",
            "[REDUCE, *right_transitions(right), *right_transitions(left)]",
        ),
        ("forgets REDUCE", ", REDUCE]", "]"),
    ],
    "5.1c": [
        (
            "does the right part first",
            "*openings(left), *openings(right)",
            "*openings(right), *openings(left)",
        ),
        ("opens between", "REDUCE, *openings(left)", "*openings(left), REDUCE"),
        (
            "opens at the end",
            "[REDUCE, *openings(left), *openings(right)]",
            "[*openings(left), *openings(right), REDUCE]",
        ),
    ],
    "5.2b": [
        ("takes two off", "height -= 1", "height -= 2"),
        ("counts PAD as a REDUCE", 'elif action == "R"', "else"),
        (
            "stores before the change",
            "heights.append(height)",
            "heights.append(height - (action == 'S') + (action == 'R'))",
        ),
    ],
    "5.2c": [
        ("takes away", "height += step", "height -= step"),
        ("gives the change", "height += step", "height = step"),
        ("stores before the change", "heights.append(height)", "heights.append(height - step)"),
    ],
    "5.3b": [
        ("writes words with the place behind", "(word, word)", "(word, word + 1)"),
        (
            "takes the first off for the left",
            "right = stack.pop()\n            left =",
            "left = stack.pop()\n            right =",
        ),
        ("goes one further at each bracket", "right[1])", "right[1] + 1)"),
    ],
    "5.3c": [
        ("takes the length of the right part", "left[1] + right[1]", "right[1]"),
        ("gives the end", "left[1] + right[1]", "right[0] + right[1]"),
        (
            "takes the first off for the left",
            "right = stack.pop()\n            left =",
            "left = stack.pop()\n            right =",
        ),
        ("goes one further at each bracket", "left[1] + right[1]", "left[1] + right[1] + 1"),
    ],
    "5.4b": [
        ("turns the buffer round", "list(buffer)", "list(buffer.flip(0))"),
        ("takes from the front", "ahead.pop()", "ahead.pop(0)"),
        ("takes the first off for the left", "second, first =", "first, second ="),
    ],
    "5.4c": [
        ("puts the right part first", "[first, second]", "[second, first]"),
        ("takes the words from the end", "list(x.flip(0))", "list(x)"),
        (
            "leaves out the tanh",
            "torch.tanh(U @ torch.cat([first, second]))",
            "U @ torch.cat([first, second])",
        ),
    ],
    "6.1b": [
        ("takes e for 2", "2 ** (-said.sum() / len(said))", "torch.exp(-said.sum() / len(said))"),
        ("forgets the minus", "(-said", "(said"),
        ("does not use the mask", "log2_p[mask]", "log2_p.flatten()"),
    ],
    "6.1c": [
        ("keeps the padding", "~padding", "padding"),
        ("does not use padding", "log_p[~padding]", "log_p.flatten()"),
        ("counts the padding below the line", "len(said)", "log_p.numel()"),
    ],
    "6.2b": [
        (
            "has the word before in the rows",
            "(V, U)",
            "(U, V)",
            "counts[b, a]",
            "counts[a, b]",
            "sum(dim=0",
            "sum(dim=1",
        ),
        ("divides the rows", "sum(dim=0", "sum(dim=1"),
        ("notes that a pair came", "counts[b, a] += 1", "counts[b, a] = k + 1"),
    ],
    "6.2c": [
        ("gives chances", ".log()", ""),
        (
            "takes the logarithm before it divides",
            "(counts / counts.sum(dim=1, keepdim=True)).log()",
            "counts.log() / counts.log().sum(dim=1, keepdim=True)",
        ),
        ("takes the base 2", ".log()", ".log2()"),
        ("divides the columns", "sum(dim=1", "sum(dim=0"),
    ],
    "6.3b": [
        ("lets a step look at itself", "h[:t]", "h[: t + 1]"),
        ("takes the softmax over the sentences", "softmax(scores, dim=0)", "softmax(scores, dim=1)"),
        ("does not divide by the root", " / H**0.5", ""),
    ],
    "6.3c": [
        ("takes the root of H", "/ tau", "/ H**0.5"),
        ("takes the root of the temperature", "/ tau", "/ tau**0.5"),
        ("multiplies with the temperature", "/ tau", "* tau"),
        ("divides by both", "/ tau", "/ tau / H**0.5"),
    ],
    "6.4b": [
        ("gives the limits", "torch.arange(len(limits)) - limits", "limits"),
        (
            "has the sign the other way round",
            "torch.arange(len(limits)) - limits",
            "limits - torch.arange(len(limits))",
        ),
        (
            "counts the words seen, and itself",
            "torch.arange(len(limits)) - limits",
            "torch.arange(len(limits)) - limits + 1",
        ),
    ],
    "6.4c": [
        ("counts from 0", "walk(tree, 1)", "walk(tree, 0)"),
        ("leaves the first at 0", "torch.tensor(walk(tree, 1))", "torch.tensor([0, *walk(tree, 1)[1:]])"),
        (
            "stops at the nearest sibling",
            "[start, *inside[1:]]",
            "[start + max(len(found) - 1, 0), *inside[1:]]",
        ),
    ],
    "7.1b": [
        ("closes the limit too", ": limit[t]]", ": limit[t] + 1]"),
        ("closes what is open", ": limit[t]]", "limit[t] : t]"),
        (
            "closes the present and the future too",
            "closed[t, : limit[t]] = 1.0",
            "closed[t, : limit[t]] = 1.0; closed[t, t:] = 1.0",
        ),
        ("leaves the last before the limit open", ": limit[t]]", ": max(limit[t] - 1, 0)]"),
    ],
    "7.1c": [
        ("leaves out the furthest", "t - reach[t] : t", "t - reach[t] + 1 : t"),
        ("opens the present", "t - reach[t] : t", "t - reach[t] : t + 1"),
        ("takes the reach for a limit", "t - reach[t] : t", "reach[t] : t"),
        ("opens one too many", "t - reach[t] : t", "max(t - reach[t] - 1, 0) : t"),
    ],
    "7.2b": [
        ("gives the chance to go on", "1 - tau", "1 + tau"),
        (
            "takes all that is missing to 1",
            "return stop",
            "return torch.where(torch.ones(T, T).tril(-1) > 0, stop, 1.0)",
        ),
        ("keeps the diagonal", ":t]", ": t + 1]"),
        ("does not clip", ".clamp(0, 1)", ""),
    ],
    "7.2c": [
        ("fills rows", "alpha[:t, t]", "alpha[t, :t]"),
        ("keeps the diagonal", ":t", ": t + 1"),
        ("subtracts the other way round", "d[t] - d[:t]", "d[:t] - d[t]"),
        ("does not clip", ".clamp(0, 1)", ""),
    ],
    "7.3b": [
        ("goes on with what stops", "left = left * (1 - q)", "left = left * q"),
        ("uses entry 0", "stop[1:]", "stop", "[left, *reversed(pieces)]", "[*reversed(pieces)]"),
        (
            "shortens before it stores",
            "pieces.append(left * q)\n        left = left * (1 - q)",
            "left = left * (1 - q)\n        pieces.append(left * q)",
        ),
    ],
    "7.3c": [
        ("lists position 0 first", "[*pieces, float(left)]", "[float(left), *reversed(pieces)]"),
        ("puts the rest first", "[*pieces, float(left)]", "[float(left), *pieces]"),
        ("uses alpha_0", "0, -1)", "-1, -1)", "[*pieces, float(left)]", "pieces"),
        (
            "shortens before it stores",
            "pieces.append(float(left * (1 - alpha[k])))\n        left = left * alpha[k]",
            "left = left * alpha[k]\n        pieces.append(float(left * (1 - alpha[k])))",
        ),
    ],
    "7.4b": [
        (
            "begins the product at i",
            "walls[t, i] = 1.0 - seen\n            seen = seen * alpha[t, i]",
            "seen = seen * alpha[t, i]\n            walls[t, i] = 1.0 - seen",
        ),
        ("gives the gates", "1.0 - seen", "seen"),
        ("closes the present and the future", "return walls", "return walls + torch.ones(T, T).triu()"),
    ],
    "7.4c": [
        ("returns rows", "columns[i, t]", "columns[t, i]"),
        ("begins the product at i", "i + 1 : t", "i:t"),
        ("reads the chances from columns", "alpha[t, i + 1 : t]", "alpha[i + 1 : t, t]"),
    ],
    "7.5b": [
        ("keeps the padding", "masked_fill(padding", "masked_fill(~padding"),
        ("divides 0 by 0", ".masked_fill(whole == 0, 1.0)", ""),
        ("normalises over the batch", "sum(1, keepdim=True)", "sum(0, keepdim=True)"),
    ],
    "7.5c": [
        ("takes walls for gates", "(1 - closed)", "closed"),
        ("does not use the mask", " * mask", ""),
        ("divides 0 by 0", "torch.where(whole == 0, 1.0, whole)", "whole"),
    ],
    "7.6b": [
        ("stops at an equal wall", "<= d[t]", "< d[t]"),
        ("looks one further", "min(walked, t)", "min(walked + 1, t)"),
        (
            "answers 0 where none is higher",
            "min(walked, t)",
            "0 if walked >= t and d[0] <= d[t] else min(walked, t)",
        ),
        ("gives 1 at the first word", "min(walked, t)", "walked"),
        ("gives the position", "min(walked, t)", "t - min(walked, t)"),
    ],
    "7.6c": [
        ("stops at an equal score", "d[i] < d[t]", "d[i] <= d[t]"),
        ("looks for a higher score", "d[i] < d[t]", "d[i] > d[t]"),
        ("takes the furthest", "max((i", "min((i"),
    ],
    "7.7b": [
        ("takes p from position 0 on", "p[r]", "p[k]"),
        ("sees one position fewer", "k = t - 1 - r", "k = t - r"),
        ("does not normalise", " / raw[k:].sum()", ""),
    ],
    "7.7c": [
        ("lists position 0 first", ".flip(0)", ""),
        ("turns the law round", "(p @", "(p.flip(0) @"),
        ("closes the other side", ".triu()", ".tril()"),
    ],
    "8.1b": [
        ("lists the oldest first", "t - place", "t - lookback + place"),
        ("goes round to the end", "if word >= 0", "if True"),
        ("leaves the word itself out", "t - place", "t - place - 1"),
        ("leaves out word 0", "word >= 0", "word > 0"),
    ],
    "8.1c": [
        ("goes through the entries first", "place * E : place * E + E", "place :: lookback + 1"),
        ("goes round to the end", "if word >= 0", "if True"),
        ("lists the newest first", "t - lookback + place", "t - place"),
        ("leaves out word 0", "word >= 0", "word > 0"),
    ],
    "8.2b": [
        ("does not turn the window", ".flip(1)", ""),
        ("turns the sentence", ".flip(1)", ".flip(0)"),
        ("turns the entries", ".flip(1)", ".flip(2)"),
    ],
    "8.2c": [
        ("gives the score", "1 - torch.sigmoid", "torch.sigmoid"),
        (
            "turns the bias no more",
            "1 - torch.sigmoid(f.clamp(min=0) @ w + b)",
            "torch.sigmoid(-(f.clamp(min=0) @ w) + b)",
        ),
        (
            "takes 1 minus the sum",
            "1 - torch.sigmoid(f.clamp(min=0) @ w + b)",
            "torch.sigmoid(1 - (f.clamp(min=0) @ w + b))",
        ),
    ],
    "8.3b": [
        ("gives the gates", "1 - (0.5", "(0.5"),
        (
            "multiplies what is missing",
            "1 - (0.5 + 0.5 * tau * lead).clamp(0, 1).prod()",
            "(1 - (0.5 + 0.5 * tau * lead).clamp(0, 1)).prod()",
        ),
        ("closes the rest too", "return g", "return g + torch.ones(T, T).triu()"),
        ("stops before the wall of t", "t + 1]", "t]"),
    ],
    "8.3c": [
        ("puts a step into a row", "g[i, t]", "g[t, i]"),
        ("stops before the wall of t", "t + 1]", "t]"),
        ("must pass the wall of i", "i + 1 : t", "i : t"),
    ],
    "8.4b": [
        ("returns the outputs first", "[s @ c, s @ h]", "[s @ h, s @ c]"),
        ("does not divide by the root", " / len(key) ** 0.5", ""),
        ("does not divide by what is left", "kept / kept.sum()", "kept"),
    ],
    "8.4c": [
        ("takes walls for gates", "(1 - closed)", "closed"),
        ("does not use the walls", "(1 - closed) * ", ""),
        ("does not divide by what is left", "kept / kept.sum()", "kept"),
    ],
    "9.1b": [
        ("takes the highest", "min(range", "max(range"),
        ("takes the last of equal ones", "min(range(start, end)", "min(reversed(range(start, end))"),
        ("notes a part twice", "if start < i and", "if"),
    ],
    "9.1c": [
        ("writes the place behind", "found.append((i, end - 1))", "found.append((i, end))"),
        ("stops a word early", "part(start, i)", "part(start, i - 1)"),
        ("leaves out brackets of two", "i + 1 < end", "i + 1 < end - 1"),
    ],
    "9.2b": [
        ("takes the largest", "min(range", "max(range"),
        ("takes the last of equal ones", "min(range(start, end - 1)", "min(reversed(range(start, end - 1))"),
        (
            "begins its search at 0",
            "k = min(range(start, end - 1), key=walls.__getitem__)",
            "k = min(range(start, end - 1), key=lambda k: min(walls[k], 0))",
        ),
    ],
    "9.2c": [
        ("writes the place behind", "(start, end - 1), *halves", "(start, end), *halves"),
        ("takes the last of equal ones", "max(range(start, end - 1)", "max(reversed(range(start, end - 1))"),
        ("cuts at the smallest", "max(range", "min(range"),
    ],
    "9.3b": [
        ("takes 0 for a gap that is open", "out[gap] is None", "not out[gap]"),
        ("gives the height", "heights[start, end] - 1", "heights[start, end]"),
        ("goes on to the last word", "default=0)", "default=-1)"),
    ],
    "9.3c": [
        ("stops a gap early", "range(first, last)", "range(first, last - 1)"),
        ("looks for brackets that end earlier", "e <= last", "e < last"),
        ("counts the words", "1 + max(below, default=0)", "last - first + 1"),
    ],
    "9.4b": [
        ("begins the right part at the end of the left", "1 + max(", "max("),
        ("takes one word on the left for two", "cut - first > 1", "cut - first > 0"),
        ("asks for three words", "cut - first > 1", "cut - first > 2"),
        ("ends where it ends", "s == cut and e < last", "s == cut and e <= last"),
    ],
    "9.4c": [
        (
            "marks what breaks the rule",
            "int(not (cut - start > 1 and front))",
            "int(cut - start > 1 and front)",
        ),
        (
            "asks for neither",
            "int(not (cut - start > 1 and front))",
            "int(not cut - start > 1 and not front)",
        ),
        ("asks for three words", "cut - start > 1", "cut - start > 2"),
    ],
    "10.1b": [
        ("writes the place behind", "end - 1)", "end)"),
        ("leaves out spans of two", "if end - start > 1", "if end - 1 - start > 1"),
        ("keeps single words", "if end - start > 1", "if end - start > 0"),
    ],
    "10.1c": [
        ("gives the end", "(start, end - start)", "(start, end)"),
        ("gives one less", "(start, end - start)", "(start, end - start - 1)"),
        ("keeps single words", "if end - start > 1", "if end - start > 0"),
        ("counts one more", "(start, end - start)", "(start, end - start + 1)"),
    ],
    "10.2b": [
        ("returns F1 last", "[f1, precision, recall]", "[precision, recall, f1]"),
        ("exchanges precision and recall", "[f1, precision, recall]", "[f1, recall, precision]"),
        ("gives precision 1 whenever nothing is claimed", "float(not G)", "1.0"),
    ],
    "10.2c": [
        ("gives shares", "[100 * precision, 100 * recall, 100 * f1]", "[precision, recall, f1]"),
        (
            "forgets the edges",
            "hits / len(P) if",
            "100 * hits / len(P) if",
            "hits / len(G) if",
            "100 * hits / len(G) if",
            "2 * hits /",
            "200 * hits /",
            "[100 * precision, 100 * recall, 100 * f1]",
            "[precision, recall, f1]",
        ),
        ("leaves F1 a share", "100 * f1", "f1"),
    ],
    "10.3b": [
        (
            "returns the mean first",
            "[f1(hits.sum(), predicted.sum(), gold.sum()), sum(each) / len(each)]",
            "[sum(each) / len(each), f1(hits.sum(), predicted.sum(), gold.sum())]",
        ),
        ("gives 0 where there is nothing", "else 1.0", "else 0.0"),
        ("leaves out the factor 2", "2 * h", "h"),
    ],
    "10.3c": [
        ("takes the mean of the columns first", "sum(each) / len(each)", "f1(*counts.float().mean(0))"),
        ("gives 0 where there is nothing", "else 1.0", "else 0.0"),
        ("takes predicted for hits", "f1(h, p, g)", "f1(p, h, g)"),
    ],
    "12.1b": [
        ("lets a high score stop", "stop = d[t]", "stop = d[k]"),
        ("goes on with what stops", "remaining * (1 - stop)", "remaining * stop"),
        ("walks from the left", "reversed(range(1, t))", "range(1, t)"),
    ],
    "12.1c": [
        ("lists position 0 first", "p[t - 1 - k]", "p[k]", "p[t - 1] = remaining", "p[0] = remaining"),
        ("puts the rest first", "p[t - 1 - k]", "p[t - k]", "p[t - 1] = remaining", "p[0] = remaining"),
        ("is off by one place", "p[t - 1 - k]", "p[t - k]"),
    ],
    "12.2b": [
        ("gives the gates", "1 - d[t]", "d[t]"),
        ("closes the rest too", "return closed", "return closed + torch.ones(T, T).triu()"),
        ("lets i compete", "d[i + 1 :", "d[i :"),
        ("leaves t out", "t + 1]", "t]"),
    ],
    "12.2c": [
        ("puts a step into a row", "g[i, t]", "g[t, i]"),
        ("lets i compete", "d[i + 1 :", "d[i :"),
        ("leaves t out", "t + 1]", "t]"),
    ],
    "12.3b": [
        (
            "averages logarithms",
            "(p @ torch.softmax(scores, dim=-1)).log()",
            "p @ torch.log_softmax(scores, dim=-1)",
        ),
        ("gives chances", ".log()", ""),
        (
            "averages the scores",
            "(p @ torch.softmax(scores, dim=-1)).log()",
            "torch.log_softmax(p @ scores, dim=-1)",
        ),
    ],
    "12.3c": [
        ("takes the softmax over the limits", "dim=0", "dim=1"),
        ("averages the scores", "torch.softmax(scores, dim=0) @ p", "torch.softmax(scores @ p, dim=0)"),
        ("gives every limit one weight", "@ p", "@ torch.full_like(p, 1 / len(p))"),
    ],
    "12.4b": [
        ("multiplies with the logarithms", ".exp()", ""),
        (
            "takes the law for a logarithm",
            "p * log_chances[:, word].exp()",
            "(p + log_chances[:, word]).exp()",
        ),
        ("returns a logarithm", "joint / joint.sum()", "(joint / joint.sum()).log()"),
    ],
    "12.4c": [
        ("takes a column", "chances[word]", "chances[:, word]"),
        ("does not divide", " / joint.sum()", ""),
        ("forgets the law", "p * ", ""),
    ],
    "13.1b": [
        (
            "multiplies first",
            "logs = prior.log()",
            "p = prior.clone()",
            "logs = logs + (writes[:, :, word] @ shares).log()",
            "p = p * (writes[:, :, word] @ shares)",
            "return logs",
            "return p.log()",
        ),
        ("takes the prior as it is", "prior.log()", "prior.clone()"),
        (
            "averages logarithms of the pointers",
            "(writes[:, :, word] @ shares).log()",
            "writes[:, :, word].log() @ shares",
        ),
        ("puts a small number under the logarithm", "@ shares).log()", "@ shares + 1e-6).log()"),
        ("gives chances", "return logs", "return logs.exp()"),
    ],
    "13.1c": [
        ("leaves the prior out", "prior.clone()", "torch.ones(len(prior))"),
        ("adds the pointers without shares", "writes[word] @ shares", "writes[word].sum(1)"),
        ("leaves the glue out", "writes[word] @ shares", "writes[word][:, 1:] @ shares[1:]"),
    ],
    "13.2b": [
        ("has a row a field", "torch.zeros(K, F)", "torch.zeros(F, K)", "chances[:, f]", "chances[f]"),
        ("does not divide", " / joint.sum()", ""),
        (
            "keeps the last",
            "chances[:, f].index_add_(0, records[:, f], posterior)",
            "chances[records[:, f], f] = posterior",
        ),
    ],
    "13.2c": [
        (
            "goes back to chances first",
            "torch.softmax(log_joint, dim=0)",
            "log_joint.exp() / log_joint.exp().sum()",
        ),
        ("divides logarithms", "torch.softmax(log_joint, dim=0)", "log_joint / log_joint.sum()"),
        ("keeps logarithms", "torch.softmax(", "torch.log_softmax("),
        (
            "takes the softmax of the chances",
            "torch.softmax(log_joint, dim=0)",
            "torch.softmax(log_joint.exp(), dim=0)",
        ),
    ],
    "13.3b": [
        ("goes the other way", "moves @ alphas[-1]", "alphas[-1] @ moves"),
        ("moves before the first word", "[start *", "[moves @ start *"),
        (
            "writes before it moves",
            "(moves @ alphas[-1]) * writes[:, word]",
            "moves @ (alphas[-1] * writes[:, word])",
        ),
    ],
    "13.3c": [
        ("goes the other way", "alphas[-1] @ moves", "moves @ alphas[-1]"),
        ("writes the first word at every step", "* writes[word]", "* writes[words[0]]"),
        ("does not write word 0", "start * writes[words[0]]", "start"),
    ],
    "13.4b": [
        ("does not divide the parts", "(parts / parts.sum(1, keepdim=True))", "parts"),
        ("divides over the records", "parts.sum(1,", "parts.sum(0,"),
        ("returns counts", "counts / counts.sum()", "counts"),
    ],
    "13.4c": [
        ("takes the logarithms for chances", "log_prior.exp()", "log_prior"),
        ("weighs with the prior", "joint(remark, log_prior.exp(), shares, writes)", "log_prior.exp()"),
        ("leaves the prior out", "log_prior.exp()", "torch.ones(len(log_prior))"),
    ],
    "14.1b": [
        ("takes the last word for the place behind", "first:last", "first : last - 1"),
        ("adds one gap too many", "first:last", "first : last + 1"),
        ("divides by all scores", "d[first:last]", "d"),
    ],
    "14.1c": [
        (
            "multiplies first",
            "torch.tensor(0.0)",
            "torch.tensor(1.0)",
            "total + (d[cut - 1] / d[start : end - 1].sum()).log()",
            "total * (d[cut - 1] / d[start : end - 1].sum())",
            "return total",
            "return total.log()",
        ),
        ("takes the base 10", ".log()", ".log10()"),
        ("adds up one gap too many", "end - 1]", "end]"),
        ("does not divide", "(d[cut - 1] / d[start : end - 1].sum())", "d[cut - 1]"),
    ],
    "14.2b": [
        ("reads the ranks as an order", "ranks.argsort()", "ranks"),
        ("takes the worst first", "ranks.argsort()", "ranks.argsort().flip(0)"),
        ("divides by all scores", "ranked[k:].sum()", "ranked.sum()"),
    ],
    "14.2c": [
        (
            "multiplies first",
            "torch.tensor(0.0)",
            "torch.tensor(1.0)",
            "total + (ranked[k] / ranked[k:].sum()).log()",
            "total * ranked[k] / ranked[k:].sum()",
            "return total",
            "return total.log()",
        ),
        ("takes a gap out one turn early", "ranked[k:]", "ranked[min(k + 1, len(d) - 1) :]"),
        ("does not divide", "(ranked[k] / ranked[k:].sum())", "ranked[k]"),
    ],
    "14.3b": [
        ("gives the chance of a span", "1 - chance", "chance"),
        ("breaks the whole sentence", "chance = 1.0", "chance = 0.0"),
        ("gives all others 1", "torch.zeros(n, n + 1)", "torch.ones(n, n + 1)"),
        ("gives single words 1", "return chart", "chart[range(n), range(1, n + 1)] = 1.0; return chart"),
    ],
    "14.3c": [
        (
            "writes one column further back",
            "chart[start, end - 1] = chance",
            "chart[start, end - 2] = chance",
        ),
        (
            "moves one column on",
            "torch.zeros(n, n)",
            "torch.zeros(n, n + 1)",
            "chart[start, end - 1] = chance",
            "chart[start, end] = chance",
        ),
        ("writes ends as rows", "chart[start, end - 1] = chance", "chart[end - 1, start] = chance"),
    ],
    "14.4b": [
        ("names the cut", "[(start, gap, end)", "[(start, gap + 1, end)"),
        ("forgets the left part", "* value[start, gap + 1]", ""),
        (
            "takes the highest gap",
            "d[gap] / sum(d[start : end - 1]) * value[start, gap + 1] * value[gap + 1, end]",
            "d[gap]",
        ),
    ],
    "14.4c": [
        ("takes the logarithms for scores", "log_d.exp()", "log_d"),
        (
            "divides by the sum of the logarithms",
            "sum(d[start : end - 1])",
            "sum(log_d.tolist()[start : end - 1])",
        ),
        (
            "takes the highest gap",
            " / sum(d[start : end - 1]) * value[start, middle] * value[middle, end]",
            "",
        ),
    ],
    "15.1b": [
        (
            "multiplies first",
            "rule.log() + tree_log_chance(left, pairs, writes) + tree_log_chance(right, pairs, writes)",
            "(rule * tree_log_chance(left, pairs, writes).exp() "
            "* tree_log_chance(right, pairs, writes).exp()).log()",
        ),
        (
            "multiplies logarithms",
            "rule.log() + tree_log_chance(left, pairs, writes) + tree",
            "rule.log() * tree_log_chance(left, pairs, writes) * tree",
        ),
        ("forgets the logarithm of a word", "writes[symbol, word].log()", "writes[symbol, word]"),
        ("adds the rule itself", "rule.log()", "rule"),
    ],
    "15.1c": [
        ("puts the parent first", "pairs[left[0], right[0], symbol]", "pairs[symbol, left[0], right[0]]"),
        ("exchanges the children", "pairs[left[0], right[0], symbol]", "pairs[right[0], left[0], symbol]"),
        ("forgets the rule", "return rule * ", "return "),
    ],
    "15.2b": [
        ("puts the parent first", "b,c,bca->a", "b,c,abc->a"),
        ("exchanges the children", "b,c,bca->a", "b,c,cba->a"),
        ("keeps the last cut", "box = box +", "box ="),
    ],
    "15.2c": [
        ("never tries the last cut", "range(first, last)", "range(first, max(last - 1, first + 1))"),
        ("keeps the last cut", "box = box +", "box ="),
        (
            "moves one column on",
            "boxes.get((first, last), none) for last in range(n)",
            "boxes.get((first, last - 1), none) for last in range(n + 1)",
        ),
    ],
    "15.3b": [
        ("divides by the words", "(len(words) - 1)", "len(words)"),
        ("gives counts", " / (len(words) - 1)", ""),
        ("takes the slope of p", "p.log(), pairs", "p, pairs"),
    ],
    "15.3c": [
        ("gives counts", "(pairs * slope).log()", "pairs * slope"),
        ("adds a small number under the logarithm", "(pairs * slope).log()", "(pairs * slope + 1e-6).log()"),
        ("takes the slope of p", "p.log(), pairs", "p, pairs"),
    ],
    "15.4b": [
        ("reads rows", "sentences.T)", "sentences)"),
        (
            "loses a symbol that is not used",
            "torch.where(totals > 0, counts / totals, pairs)",
            "counts / totals.clamp(min=1e-9)",
        ),
        ("divides by all counts", "counts.sum((1, 2), keepdim=True)", "counts.sum()"),
    ],
    "15.4c": [
        (
            "keeps chances where a symbol is not used",
            "torch.where(totals > 0, counts / totals, pairs).log()",
            "torch.where(totals > 0, (counts / totals).log(), pairs)",
        ),
        ("gives chances", ", pairs).log()", ", pairs)"),
        ("adds a small number under the logarithm", ", pairs).log()", ", pairs).add(1e-6).log()"),
    ],
    "16.1b": [
        ("gives the step", "1 - chances", "chances"),
        (
            "leaves the level out of what is taken away",
            "1 - chances.cumsum(dim=1)",
            "1 - chances.cumsum(dim=1) + chances",
        ),
        ("goes along the words", "cumsum(dim=1)", "cumsum(dim=0)"),
    ],
    "16.1c": [
        ("adds from the highest down", "chances.flip(1).cumsum(dim=1).flip(1)", "chances.cumsum(dim=1)"),
        ("forgets to turn back", "cumsum(dim=1).flip(1)", "cumsum(dim=1)"),
        ("turns the words", ".flip(1).cumsum(dim=1).flip(1)", ".flip(0).cumsum(dim=1).flip(0)"),
    ],
    "16.2b": [
        ("returns the forget gate first", "[let_in, keep]", "[keep, let_in]"),
        ("adds the whole master gate", "f * w + f_master - w", "f * w + f_master"),
        (
            "exchanges the ordinary gates",
            "f * w + f_master - w",
            "i * w + f_master - w",
            "i * w + i_master - w",
            "f * w + i_master - w",
        ),
    ],
    "16.2c": [
        ("gives the overlap of the ordinary gates", "w.expand_as(f)", "f * i"),
        ("gives what is outside", "w.expand_as(f)", "(1 - w).expand_as(f)"),
        ("puts the overlap first", "[keep, let_in, w.expand_as(f)]", "[w.expand_as(f), keep, let_in]"),
        (
            "spreads it along the wrong axis",
            "w.expand_as(f)",
            "w.flatten()[torch.arange(f.shape[1]) % len(w)].expand_as(f)",
        ),
    ],
    "16.3b": [
        (
            "takes the chapter's order",
            "i, f, g, o, a, e = sums.split([H, H, H, H, m, m])",
            "a, e, i, f, g, o = sums.split([m, m, H, H, H, H])",
        ),
        ("exchanges the master gates", "i, f, g, o, a, e =", "i, f, g, o, e, a ="),
        ("exchanges g and o", "i, f, g, o, a, e =", "i, f, o, g, a, e ="),
    ],
    "16.3c": [
        (
            "returns the output first",
            "[memory, o.sigmoid() * memory.tanh()]",
            "[o.sigmoid() * memory.tanh(), memory]",
        ),
        ("shows the old memory", "memory.tanh()", "c.tanh()"),
        ("exchanges the master gates", "a, e, i, f, g, o =", "e, a, i, f, g, o ="),
    ],
    "16.4b": [
        ("writes the place behind", "begins[k + 1] - 1)", "begins[k + 1])"),
        ("leaves out blocks of two", "begins[k] > 1", "begins[k] > 2"),
        ("lists single words", "begins[k] > 1", "begins[k] > 0"),
        ("wipes one level more", "> level]", ">= level]"),
    ],
    "16.4c": [
        ("writes the end", "(begins[k], begins[k + 1] - begins[k])", "(begins[k], begins[k + 1])"),
        ("writes one less", "begins[k + 1] - begins[k])", "begins[k + 1] - begins[k] - 1)"),
        ("stops below the highest level", "max(wipes) + 1", "max(max(wipes), 1)"),
        ("lists single words", "begins[k] > 1", "begins[k] > 0"),
    ],
    "17.1b": [
        ("takes the inside away once more", "8 + outside", "8 + outside - inside"),
        ("exchanges 2 and 8", "(2 + inside) / (8 + outside)", "(8 + inside) / (2 + outside)"),
        ("compares with all", "8 + outside", "8 + outside + inside"),
        ("adds nothing", "(2 + inside) / (8 + outside)", "inside / outside"),
    ],
    "17.1c": [
        ("takes the natural logarithm", "log2", "log"),
        ("compares with all", "everywhere - inside", "everywhere"),
        ("adds nothing", "(2 + inside) / (8 + outside)", "inside / outside"),
    ],
    "17.2b": [
        (
            "writes at the place behind",
            "torch.zeros(n, n)",
            "torch.zeros(n, n + 1)",
            "scores[start, end - 1]",
            "scores[start, end]",
        ),
        ("takes the last word but one", "c[end], c[end + 1]", "c[end - 1], c[end]"),
        ("writes one further back", "scores[start, end - 1]", "scores[start, end - 2]"),
        ("writes ends as rows", "scores[start, end - 1]", "scores[end - 1, start]"),
    ],
    "17.2c": [
        (
            "keeps the old order",
            "tables[2][first, last]",
            "tables[0][first, last]",
            "tables[3][before",
            "tables[1][before",
            "tables[0][before, first]",
            "tables[2][before, first]",
            "tables[1][last",
            "tables[3][last",
        ),
        (
            "exchanges the last two",
            "tables[2][first, last]",
            "tables[3][first, last]",
            "tables[3][before",
            "tables[2][before",
        ),
        (
            "exchanges the first two",
            "tables[0][before, first]",
            "tables[1][before, first]",
            "tables[1][last",
            "tables[0][last",
        ),
    ],
    "17.3b": [
        (
            "takes the highest sum",
            "min(price, key",
            "max(price, key",
            "min(price.values())",
            "max(price.values())",
        ),
        ("takes the last of equal cuts", "min(price, key", "min(reversed(price), key"),
        ("leaves out the last cut", "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))"),
        ("chooses the lowest, and notes the highest", "min(price.values())", "max(price.values())"),
    ],
    "17.3c": [
        ("reads one column further", "scores[start, end - 1]", "scores[start, end % n]"),
        ("writes the last word", "return [(start, end), *", "return [(start, end - 1), *"),
        ("takes the last of equal cuts", "max(worth, key", "max(reversed(worth), key"),
    ],
    "17.4b": [
        ("gives counts", "+= 1 / len(brackets)", "+= 1"),
        ("divides by the brackets", "1 / len(brackets)", "1 / brackets.size(1)"),
        ("counts a span once", "+= 1 / len(brackets)", "= 1 / len(brackets)"),
    ],
    "17.4c": [
        (
            "writes at the place behind",
            "torch.zeros(n, n)",
            "torch.zeros(n, n + 1)",
            "votes[start, end - 1]",
            "votes[start, end]",
        ),
        ("counts a span once", "+= 1", "= 1"),
        ("writes ends as rows", "votes[start, end - 1]", "votes[end - 1, start]"),
    ],
}
