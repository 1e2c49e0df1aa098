"""More plausible wrong answers, to tasks of all sheets, written without sight of the known mistakes."""

import math

import torch

T = torch.tensor


# 1.3
def c13_a(words, V):
    t = torch.zeros(V, V)
    for i in range(len(words)):
        for j in range(i + 1, len(words)):
            t[words[i], words[j]] += 1
    return t


def c13_b(words, V):
    t = torch.zeros(V, V)
    for i in range(len(words)):
        for j in range(len(words)):
            if abs(i - j) == 1:
                t[words[i], words[j]] += 1
    return t


def c13_c(words, V):
    t = torch.zeros(V, V)
    for i in range(len(words)):
        for j in range(len(words)):
            if i != j:
                t[words[i], words[j]] += 1
                t[words[j], words[i]] += 1
    return t


# 2.2
def c22_a(ids, table, bias):
    tot = bias.clone()
    for n in ids:
        tot += table[n] + bias
    return tot


def c22_b(ids, table, bias):
    tot = bias.clone()
    for n in ids:
        tot += table[n] / len(ids)
    return tot


def c22_c(ids, table, bias):
    tot = bias.clone()
    for n in ids[1:]:
        tot += table[n]
    return tot


# 2.7
def c27_a(ids, table, W1, b1, W2, b2):
    return W2 @ torch.tanh(W1 @ table[ids].mean(0) + b1) + b2


def c27_b(ids, table, W1, b1, W2, b2):
    return sum(W2 @ torch.tanh(W1 @ table[i] + b1) + b2 for i in ids)


def c27_c(ids, table, W1, b1, W2, b2):
    return W2 @ (torch.tanh(W1 @ table[ids].sum(0)) + b1) + b2


# 3.2
def c32_a(R):
    return torch.linalg.eigvals(R).abs().sum()


def c32_b(R):
    return torch.linalg.eigvals(R).real.max()


def c32_c(R):
    left = torch.linalg.eigvals(R)
    return (left.real.abs() + left.imag.abs()).max()


# 3.7
def c37_a(h, lengths):
    return h[torch.arange(len(h)), lengths.clamp(max=h.size(1) - 1)]


def c37_b(h, lengths):
    m = torch.arange(h.size(1))[None] < lengths[:, None]
    return (h * m[..., None]).sum(1) / lengths[:, None]


def c37_c(h, lengths):
    return h[:, lengths.max() - 1]


# 4.2
def c42_a(x, W, b):
    i, o, u = (W @ x + b).chunk(3)
    i, o, u = i.sigmoid(), o.sigmoid(), u.tanh()
    c = i * u
    return torch.stack([o * c, c])


def c42_b(x, W, b):
    i, u, o = (W @ x + b).chunk(3)
    c = i.sigmoid() * u.tanh()
    return torch.stack([o.sigmoid() * c.tanh(), c])


def c42_c(x, W, b):
    i, o, u = (W @ x + b).chunk(3)
    c = i.sigmoid() + u.tanh()
    return torch.stack([o.sigmoid() * c.tanh(), c])


# 5.4
def compose(x, actions, A, B, rev=True, swap=False, last=True, tanh=True):
    buf = list(x.flip(0)) if rev else list(x)
    st = []
    for a in actions.tolist():
        if a == 0:
            st.append(buf.pop())
        else:
            r, left = st.pop(), st.pop()
            if swap:
                left, r = r, left
            s = A @ left + B @ r
            st.append(torch.tanh(s) if tanh else s)
    return st[-1]


def c54_a(x, actions, A, B):
    return compose(x, actions, A, B, rev=False)


def c54_b(x, actions, A, B):
    return compose(x, actions, A, B, rev=False, swap=True)


def c54_c(x, actions, A, B):
    st, k = [], 0
    for a in actions.tolist():
        if a == 0:
            st.append(torch.tanh(x[k]))
            k += 1
        else:
            r, left = st.pop(), st.pop()
            st.append(torch.tanh(A @ left + B @ r))
    return st[-1]


# 5.7
def c57_a(below, A, B):
    m = len(below) // 2
    return torch.tanh(below[:m] @ A.T + below[m:] @ B.T)


def c57_b(below, A, B):
    return torch.tanh(below[::2] @ A + below[1::2] @ B)


def c57_c(below, A, B):
    return torch.stack([torch.tanh(A @ below[k] + B @ below[k + 1]) for k in range(len(below) // 2)])


# 6.1
def c61_a(log_p, mask):
    return torch.exp(-(log_p * mask).mean())


def c61_b(log_p, mask):
    per = (log_p * mask).sum(1) / mask.sum(1).clamp(min=1)
    return torch.exp(-per.mean())


def c61_c(log_p, mask):
    return torch.exp(-log_p[mask]).mean()


# 6.5
def c65_a(limits):
    L, n = limits.shape
    out = torch.ones(L, dtype=torch.long)
    for r in range(L):
        for v in range(n):
            for k in range(v + 1, n):
                if limits[r, v] <= limits[r, k] < v:
                    out[r] = 0
    return out


def c65_b(limits):
    L, n = limits.shape
    out = torch.ones(L, dtype=torch.long)
    for r in range(L):
        for v in range(n):
            for k in range(v + 1, n):
                if limits[r, v] < limits[r, k] <= v:
                    out[r] = 0
    return out


def c65_c(limits):
    L, n = limits.shape
    out = torch.ones(L, dtype=torch.long)
    for r in range(L):
        for v in range(n - 1):
            if limits[r, v] < limits[r, v + 1] < v:
                out[r] = 0
    return out


# 7.4
def c74_a(alpha):
    n = len(alpha)
    g = torch.zeros(n, n)
    for t in range(n):
        for i in range(t):
            g[t, i] = alpha[t, i:t].prod()
    return g


def c74_b(alpha):
    n = len(alpha)
    g = torch.zeros(n, n)
    for t in range(n):
        for i in range(t):
            g[t, i] = alpha[t, : i + 1].prod()
    return g


def c74_c(alpha):
    n = len(alpha)
    g = torch.zeros(n, n)
    for t in range(n):
        for i in range(t - 1):
            g[t, i] = alpha[t, i + 1 : t].prod()
    return g


# 8.3
def ng(d, guess, tau, lo=1, hi=1, own=False, incl=False, clip=True):
    n = len(d)
    g = torch.zeros(n, n)
    for t in range(n):
        for i in range(t + (1 if incl else 0)):
            v = d[t] if own else guess[t]
            a = (1 + tau * (v - d[i + lo : t + hi])) / 2
            if clip:
                a = a.clamp(0, 1)
            g[t, i] = a.prod()
    return g


def c83_a(d, guess, tau):
    return ng(d, guess, tau, hi=0)


def c83_b(d, guess, tau):
    return ng(d, guess, tau, incl=True)


def c83_c(d, guess, tau):
    n = len(d)
    g = torch.zeros(n, n)
    for t in range(n):
        for i in range(t):
            g[t, i] = ((1 + tau * (guess[t] - d[i + 1 : t + 1])) / 2).prod().clamp(0, 1)
    return g


# 9.4
def left_of(s, e, S):
    return max([b for a, b in S if a == s and b < e], default=s + 1)


def c94_a(spans):
    S = spans.tolist()
    out = []
    for s, e in S:
        m = left_of(s, e, S)
        out.append(int(m - s >= 2 and e - m >= 3))
    return T(out)


def c94_b(spans):
    S = spans.tolist()
    out = []
    for s, e in S:
        m = left_of(s, e, S)
        out.append(int(m - s >= 2 and any(m <= a and b <= e and (a, b) != (m, e) for a, b in S)))
    return T(out)


def c94_c(spans):
    S = spans.tolist()
    out = []
    for s, e in S:
        m = left_of(s, e, S)
        m2 = left_of(m, e, S) if e - m > 1 else m
        out.append(int(not (m - s >= 2 and m2 - m >= 2)))
    return T(out)


# 10.2
def c102_a(P, G):
    h = len(set(P) & set(G))
    p = h / len(P) if P else 1.0
    r = h / len(G) if G else 1.0
    return T([p, r, 2 * h / (len(P) + len(G)) if P or G else 1.0])


def c102_b(P, G):
    h = len(set(P) & set(G))
    p = h / len(P) if P else 0.0
    r = h / len(G) if G else 0.0
    return T([p, r, 2 * p * r / (p + r) if p + r else 0.0])


def c102_c(P, G):
    h = len(set(P) & set(G))
    p = h / len(P) if P else float(not G)
    r = h / len(G) if G else 1.0
    return T([p, r, (p + r) / 2])


# 10.6
def walk(t, start=0):
    if not isinstance(t, tuple):
        return [], start + 1, []
    nodes, at, ks = [], start, []
    for c in t:
        n, at, k = walk(c, at)
        nodes += n
        ks += k
    return [*nodes, (start, at)], at, [*ks, len(t)]


def ceil(t, whole=True, unary=True, cat=None):
    nodes, n, ks = walk(t)
    G = {s for s in nodes if s[1] - s[0] > 1}
    if whole:
        G -= {(0, n)}
    P = n - 2 if whole else n - 1
    f1 = 2 * len(G) / (P + len(G)) if P + len(G) else 1.0
    count = math.prod((cat or (lambda k: math.comb(2 * k - 2, k - 1) // k))(k) for k in ks)
    return T([f1, float(count)])


def c106_a(t):
    return ceil(t, whole=False)


def c106_b(t):
    return ceil(t, cat=lambda k: math.comb(2 * k, k) // (k + 1))


def c106_c(t):
    nodes, n, ks = walk(t)
    G = {s for s in nodes if s[1] - s[0] > 1} - {(0, n)}
    f1 = 2 * len(G) / (n - 2 + len(G)) if n - 2 + len(G) else 1.0
    return T([f1, float(sum(math.comb(2 * k - 2, k - 1) // k for k in ks if k > 2) or 1)])


# 12.3
def c123_a(p, s):
    return torch.softmax(p @ s, -1)


def c123_b(p, s):
    return (p[:, None] * torch.softmax(s, 0)).sum(0)


def c123_c(p, s):
    x = p @ s.exp()
    return x / x.sum()


# 13.2
def c132_a(joint, records, K):
    R, F = records.shape
    c = torch.zeros(F, K)
    for r in range(R):
        for f in range(F):
            c[f, records[r, f]] += joint[r]
    return c


def c132_b(joint, records, K):
    R, F = records.shape
    c = torch.zeros(F, K)
    p = joint / joint.sum()
    for r in range(R):
        for f in range(F):
            c[f, records[r, f]] = p[r]
    return c


def c132_c(joint, records, K):
    R, F = records.shape
    c = torch.zeros(F, K)
    n = torch.zeros(F, K)
    p = joint / joint.sum()
    for r in range(R):
        for f in range(F):
            c[f, records[r, f]] += p[r]
            n[f, records[r, f]] += 1
    return c / n.clamp(min=1)


# 14.1
def tc(d, nodes, cut=-1, a=0, b=-1):
    ch = torch.tensor(1.0)
    for s, c, e in nodes.tolist():
        ch = ch * d[min(c + cut, len(d) - 1)] / d[s + a : e + b].sum()
    return ch


def c141_a(d, n):
    return tc(d, n, cut=0)


def c141_b(d, n):
    return tc(d, n, b=0)


def c141_c(d, n):
    return d[[c - 1 for _, c, _ in n.tolist()]].prod() / d.sum() ** len(n)


# 14.6
def sc(d, u, noise=lambda u: -torch.log(-torch.log(u)), add_log=True, leaf=False, share=True, whole=True):
    n = len(d) + 1
    ch = torch.zeros(n, n + 1)
    for row in u:
        z = (d.log() if add_log else d) + noise(row)

        def part(s, e, z=z):
            if e - s < 2:
                if leaf:
                    ch[s, e] += 1
                return
            if whole or (s, e) != (0, n):
                ch[s, e] += 1
            k = s + int(z[s : e - 1].argmax())
            part(s, k + 1)
            part(k + 1, e)

        part(0, n)
    return ch / len(u) if share else ch


def c146_a(d, u):
    return sc(d, u, noise=lambda u: torch.log(-torch.log(u)))


def c146_b(d, u):
    return sc(d, u, leaf=True)


def c146_c(d, u):
    return sc(d, u, add_log=False)


# 15.2
def ins(words, pairs, writes, lo=1, hi=0, swap=False, mx=False):
    n, none = len(words), pairs.new_zeros(len(pairs))
    bx = {(s, s + 1): writes[:, words[s]] for s in range(n)}
    for w in range(2, n + 1):
        for s in range(n - w + 1):
            e = s + w
            box = none
            for j in range(s + lo, e + hi):
                left, r = bx[s, j], bx[j, e]
                if swap:
                    left, r = r, left
                term = torch.einsum("abc,b,c->a", pairs, left, r)
                box = torch.maximum(box, term) if mx else box + term
            bx[s, e] = box
    rows = [[bx.get((s, e), none) for e in range(n + 1)] for s in range(n)]
    return torch.stack([torch.stack(r) for r in rows])


def c152_a(w, p, wr):
    return ins(w, p, wr, hi=-1)


def c152_b(w, p, wr):
    return ins(w, p, wr, mx=True)


def c152_c(words, pairs, writes):
    n, none = len(words), pairs.new_zeros(len(pairs))
    bx = {(s, s + 1): writes[:, words[s]] for s in range(n)}
    for w in range(2, n + 1):
        for s in range(n - w + 1):
            e = s + w
            box = none
            for j in range(s + 1, e):
                box = torch.einsum("abc,b,c->a", pairs, bx[s, j], bx[j, e])
            bx[s, e] = box
    rows = [[bx.get((s, e), none) for e in range(n + 1)] for s in range(n)]
    return torch.stack([torch.stack(r) for r in rows])


# 15.5
def c155_a(r, steps):
    return r ** (2 * steps)


def c155_b(r, steps):
    return r ** (2 ** (steps - 1))


def c155_c(r, steps):
    for _ in range(steps):
        r = r**2 / (r**2 + (1 - r) ** 2)
    return r


# 16.2
def cg(f, i, zf, zi, w=None, comp=True):
    kept = torch.softmax(zf, 0).cumsum(0)[:, None]
    let_in = 1 - torch.softmax(zi, 0).cumsum(0)[:, None]
    return kept, let_in


def c162_a(f, i, zf, zi):
    kept, let_in = cg(f, i, zf, zi)
    w = kept * let_in
    return torch.stack([f * w + kept, i * w + let_in])


def c162_b(f, i, zf, zi):
    kept, let_in = cg(f, i, zf, zi)
    w = kept * let_in
    return torch.stack([f * w + (1 - w), i * w + (1 - w)])


def c162_c(f, i, zf, zi):
    kept, let_in = cg(f, i, zf, zi)
    w = kept * let_in
    return torch.stack([f * w + (let_in - w), i * w + (kept - w)])


# 17.1
def c171_a(a, b):
    return torch.log((a + 2) / (b + 8))


def c171_b(a, b):
    return torch.log((a + 2) / (b - a + 2))


def c171_c(a, b):
    return torch.log((a + 2) / (b - a + 10))


# 17.6
def cs(numbers, brackets, size, longest, shift=1, after=1, lo=2, strict=False, everywhere=True, up=0):
    n = len(numbers) - 2
    c = torch.zeros(2, 4, size, size)
    B = set(map(tuple, brackets.tolist()))
    z = numbers.tolist()
    for s in range(n):
        for e in range(s + lo, min(n, s + longest) + 1 + up):
            if e > n:
                continue
            first, last, before, aft = z[s + 1], z[e], z[s], z[e + 1]
            prs = [(first, last), (before, aft), (before, first), (last, aft)]
            for k, (a, b) in enumerate(prs):
                c[1, k, a, b] += 1
                if (s, e) in B:
                    c[0, k, a, b] += 1
    return c


def c176_a(*a):
    return cs(*a, lo=1)


def c176_b(*a):
    return cs(*a, up=-1)


def c176_c(numbers, brackets, size, longest):
    full = cs(numbers, brackets, size, longest)
    full[1] -= full[0]
    return full


WHAT = {
    "1.3": [
        "each pair from one side only",
        "direct neighbours only",
        "each pair of both orders counted twice",
    ],
    "2.2": ["the bias with every word", "the mean of the votes", "skips the first word"],
    "2.7": ["the mean of the vectors", "each word through the network, summed", "the bias outside the tanh"],
    "3.2": ["the sum of the absolute values", "the largest real part", "|a| + |b| for the absolute value"],
    "3.7": [
        "the column after the last word",
        "the mean over the words",
        "the last word of the longest sentence for all",
    ],
    "4.2": ["no tanh over the memory", "the parts in the order i, u, o", "i + u in place of i u"],
    "5.4": [
        "the buffer is not turned round",
        "the buffer is not turned round and the children are exchanged",
        "words are squashed when they are shifted",
    ],
    "5.7": [
        "the first half are the left children",
        "multiplies from the wrong side",
        "rows k and k + 1 are the children of bracket k",
    ],
    "6.1": ["divides by all places of the rectangle", "the mean of each sentence first", "the mean of 1/p"],
    "6.5": [
        "<= at the start of the range",
        "<= at the end of the range",
        "only neighbouring steps are compared",
    ],
    "7.4": [
        "the product begins at i",
        "the product from the left",
        "the last gate, the empty product, is left 0",
    ],
    "8.3": [
        "the product ends before t, the wall of word t is left out",
        "the diagonal is filled",
        "clips the product, not its factors",
    ],
    "9.4": [
        "a right part of three words or more is enough",
        "any bracket inside the right part",
        "0 and 1 exchanged",
    ],
    "10.2": [
        "precision is 1 without predictions",
        "zeros at every edge, F1 from both",
        "the mean of precision and recall",
    ],
    "10.6": [
        "the whole sentence counted",
        "Catalan of k, not of k - 1",
        "adds the trees of the flat nodes up",
    ],
    "12.3": [
        "mixes the scores, then the softmax",
        "the softmax over the limits",
        "one softmax over what is mixed before it",
    ],
    "13.2": [
        "never divides by the sum",
        "overwrites where records share a value",
        "the mean of the records in place of the sum",
    ],
    "14.1": [
        "d at the cut's word, not its gap",
        "the sum goes one gap too far",
        "divides by the sum of all gaps at each node",
    ],
    "14.6": ["a sign lost in the noise", "single words counted", "adds the noise to d, not to log d"],
    "15.2": [
        "the last cut is left out",
        "the best cut in place of the sum",
        "overwrites the box at each cut",
    ],
    "15.5": ["2 steps in place of 2 to the steps", "one step too few", "normalises after each square"],
    "16.2": [
        "does not take the overlap away",
        "1 - w in place of the master gate minus w",
        "the master gates exchanged",
    ],
    "17.1": ["does not take the inside from everywhere", "2 for both", "10 in place of 8"],
    "17.6": [
        "single words are counted",
        "spans of the longest length left out",
        "the second part without those inside",
    ],
}
ANSWERS = {
    task_id: [
        (what, globals()[f"c{task_id.replace('.', '')}_{letter}"])
        for what, letter in zip(told, "abc", strict=True)
    ]
    for task_id, told in WHAT.items()
}
