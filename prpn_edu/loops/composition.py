"""Composing two vectors into one, and learning how, as plain loops over lists.

Nothing is imported and nothing rounds: lists of floats give floats, lists of `fractions.Fraction` give exact
fractions. The batched forms are `prpn_edu.composition.mixture`, `prpn_edu.composition.lexical_function` and
`prpn_edu.data.cooccurrence`; the tests hold the two together.

Letters: u and v are words to be composed, n a noun, p a phrase, A the matrix of an adjective, E the number of
dimensions.
"""


def additive(u, v, a=1, b=1):
    """The weighted sum a u + b v. Source: Mitchell and Lapata (2010), the weighted additive model."""
    return [a * x + b * y for x, y in zip(u, v)]


def multiplicative(u, v):
    """The product of each coordinate with its partner. Source: Mitchell and Lapata (2010)."""
    return [x * y for x, y in zip(u, v)]


def dot(u, v):
    """The sum of the products of the coordinates."""
    return sum(x * y for x, y in zip(u, v))


def apply(A, n):
    """The matrix A times the vector n: entry i is the dot product of row i with n."""
    return [dot(row, n) for row in A]


def loss(A, nouns, phrases):
    """The squared error ``sum_j |p_j - A n_j|^2``. Source: the lecture, "Learning adjective matrices"."""
    total = 0
    for n, p in zip(nouns, phrases):
        total += sum((want - got) ** 2 for want, got in zip(p, apply(A, n)))
    return total


def ridge(nouns, phrases, weight=0):
    """The matrix A that makes ``loss(A) + weight |A|^2`` smallest.

    Each row a_k of A is a regression of its own, on coordinate k of the phrases: the gradient is 0 where
    (N'N + weight I) a_k = N' p_k, with the nouns as the rows of N.

    Args:
        nouns: J vectors of E numbers.
        phrases: J vectors of E numbers, phrases[j] is what the adjective makes of nouns[j].
        weight: of the penalty, >= 0.
    Returns:
        A, a list of E rows.
    Raises:
        ValueError: the equations have no unique solution, as with fewer nouns than dimensions and no penalty.
    """
    columns = list(zip(*nouns))  # column i holds coordinate i of every noun
    left = [[dot(x, y) for y in columns] for x in columns]
    for i in range(len(left)):
        left[i][i] += weight
    return [solve(left, [dot(x, y) for x in columns]) for y in zip(*phrases)]


def solve(left, right):
    """Solve left x = right by elimination, the largest pivot first.

    Raises:
        ValueError: no unique solution.
    """
    size = len(right)
    table = [row + [b] for row, b in zip(left, right)]
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(table[i][k]))
        if table[best][k] == 0:
            raise ValueError("no unique solution: add a penalty, or nouns in more directions")
        table[k], table[best] = table[best], table[k]
        table[k] = [x / table[k][k] for x in table[k]]
        for i in range(size):
            if i != k:
                table[i] = [x - table[i][k] * y for x, y in zip(table[i], table[k])]
    return [row[-1] for row in table]


def association(counts):
    """How much more often than by chance: p(w, c) / (p(w) p(c)), from a table of counts.

    Args:
        counts: counts[w][c], how often the word w was seen in the context c; no empty row or column.
    Returns:
        a table of the same shape; 1 is chance, 0 is never. PPMI is its logarithm, cut off below 0.
    """
    total = sum(map(sum, counts))
    columns = [sum(row[c] for row in counts) for c in range(len(counts[0]))]
    return [[x * total / (sum(row) * column) for x, column in zip(row, columns)] for row in counts]
