"""Tasks 1.2, 1.5 and 1.6: an adjective's matrix is applied, learnt, and tried on nouns it has not seen."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.composing_01.words import CAT, DOG
from prpn_edu.composition.lexical_function import LexicalFunction

A_OLD = ((0.5, 0), (0.3, 1))
OLD_DOG, OLD_CAT = (0.5, 5.3), (2, 1.2)  # what A_OLD makes of them


@task("1.2", section="An adjective is a function", axes="j, i")
def apply(A, nouns):
    """The nouns are rows here, and columns in the chapter's A n."""
    return nouns @ A.T


@apply.cases
def _(draw):
    """A matrix (E, E) and nouns (J, E): the lecture's, random ones with J other than E, a single noun."""
    yield real(A_OLD), real([DOG, CAT])
    yield from (draw.normals((E, E), (J, E)) for J, E in ((3, 2), (2, 4), (5, 3), (1, 3)))


apply.wrong(
    "multiplies with the matrix from the wrong side, n A in place of A n", lambda A, nouns: nouns @ A
).hint(
    "Entry i of the phrase is ROW i of the matrix times the noun. With nouns as rows that needs a transpose."
)
apply.wrong("multiplies the matrix with the nouns as they lie, A @ nouns", lambda A, nouns: A @ nouns).hint(
    "In A n the noun is a column, and here the nouns are rows. What has to be turned?"
)
apply.wrong("returns the phrases as columns", lambda A, nouns: A @ nouns.T).hint(
    "The numbers are there. One row for each noun, as they came in."
)
apply.wrong("uses the diagonal of the matrix only", lambda A, nouns: nouns * A.diagonal()).hint(
    "With `*` each coordinate meets itself alone. A matrix lets running turn into barking: `@`."
)
apply.wrong("applies the matrix twice", lambda A, nouns: apply(A, apply(A, nouns))).hint(
    "That is an old old dog. Once is enough."
)
apply.wrong("adds the noun to the result", lambda A, nouns: apply(A, nouns) + nouns).hint(
    "The matrix says all that becomes of the noun; what it should keep stands on its diagonal."
)


def observed(draw, J, E):
    """Nouns and noisy phrases, (J, E) each, from a matrix drawn at random."""
    nouns, matrix, noise = draw.normals((J, E), (E, E), (J, E))
    return nouns, nouns @ matrix.T + 0.3 * noise


@task("1.5", section="Fewer nouns than dimensions", axes="i, k", tolerance=1e-4)
def fit_adjective(nouns, phrases, ridge):
    """The library's, which has an answer without a penalty too."""
    return LexicalFunction.fit(nouns, phrases, ridge).matrix


@fit_adjective.cases
def _(draw):
    """Nouns, phrases (J, E), and a penalty: the lecture's, random ones, few nouns, nouns in one direction."""
    yield real([DOG, CAT]), real([OLD_DOG, OLD_CAT]), 0.0
    for J, E, ridge in ((6, 2, 1.0), (7, 3, 0.5), (2, 3, 0.5), (1, 2, 2.0)):
        yield *observed(draw, J, E), ridge
    size = draw.normal(4, 1)  # four nouns in one direction
    yield size * real([1, 2]), observed(draw, 4, 2)[1], 1.0


def solve(nouns, phrases, penalty):
    """The matrix from the normal equations with a penalty (E, E)."""
    return torch.linalg.solve(nouns.T @ nouns + penalty, nouns.T @ phrases).T


fit_adjective.wrong(
    "returns the transpose of the matrix, the X in N X = P", lambda *case: fit_adjective(*case).T
).hint("With nouns as rows you have solved N X = P. The matrix that acts on a column is X turned over.")
fit_adjective.wrong("leaves the penalty out", lambda *case: fit_adjective(*case[:2], 0.0)).hint(
    "The derivative of ridge |A|^2 adds something to N'N. Where in the normal equation is it?"
)
fit_adjective.wrong(
    "leaves the penalty out and solves the normal equations all the same",
    lambda nouns, phrases, ridge: solve(nouns, phrases, 0),
).hint(
    "With fewer nouns than dimensions, or nouns that lie in one line, there is no unique answer "
    "without the penalty: you get huge numbers or an error. Where in the equation does ridge stand?"
)
fit_adjective.wrong(
    "leaves the penalty out and trusts a least-squares driver that needs independent nouns",
    lambda nouns, phrases, ridge: torch.linalg.lstsq(nouns, phrases, driver="gels").solution.T,
).hint(
    '"gels" does not look whether the nouns span all dimensions; on nouns in one line it returns '
    "garbage or fails. The penalty is what makes the answer unique."
)
fit_adjective.wrong(
    "fits each coordinate of the phrase from the same coordinate of the noun",
    lambda nouns, phrases, ridge: torch.diag((nouns * phrases).sum(0) / (nouns.square().sum(0) + ridge)),
).hint("That is a diagonal matrix. Each coordinate of the phrase may depend on every coordinate of the noun.")
fit_adjective.wrong(
    "fits to the first noun alone",
    lambda nouns, phrases, ridge: fit_adjective(nouns[:1], phrases[:1], ridge),
).hint("One noun tells the matrix about one direction. Use all rows.")
fit_adjective.wrong("adds the penalty to every entry, not to the diagonal only", solve).hint(
    "ridge times the identity: adding a number to a matrix adds it everywhere."
)
fit_adjective.wrong(
    "takes the mean over the nouns and so makes the penalty J times too strong",
    lambda nouns, phrases, ridge: fit_adjective(nouns, phrases, ridge * len(nouns)),
).hint("The loss is a sum over the nouns, not a mean.")
fit_adjective.wrong(
    "takes the square of the penalty's weight",
    lambda nouns, phrases, ridge: fit_adjective(nouns, phrases, ridge**2),
).hint("The loss has ridge |A|^2: the norm is squared, its weight is not.")
fit_adjective.wrong(
    "subtracts the penalty",
    lambda nouns, phrases, ridge: solve(nouns, phrases, -ridge * torch.eye(nouns.size(1), dtype=nouns.dtype)),
).hint("Set the gradient to 0 once more and watch the sign when a term changes sides.")
fit_adjective.wrong(
    "exchanges nouns and phrases", lambda nouns, phrases, ridge: fit_adjective(phrases, nouns, ridge)
).hint("Your matrix makes nouns of phrases. The nouns go in, so theirs is the product N'N.")
fit_adjective.wrong(
    "exchanges the sides of N'P",
    lambda nouns, phrases, ridge: (
        torch.linalg.solve(nouns.T @ nouns + ridge * torch.eye(nouns.size(1)), phrases.T @ nouns).T
    ),
).hint("P'N is N'P turned over. Column i of the right side belongs to coordinate i of the PHRASES.")
fit_adjective.wrong(
    "doubles the penalty", lambda nouns, phrases, ridge: fit_adjective(nouns, phrases, 2 * ridge)
).hint("The 2 of the derivative stands before both terms, and goes.")


def predict(noun, nouns, phrases, ridge):
    """The phrase of a noun, from the matrix fitted to nouns and phrases; 0 where there are none."""
    return LexicalFunction.fit(nouns, phrases, ridge)(noun) if len(nouns) else torch.zeros_like(noun)


@task("1.6", section="A test on nouns that were never seen", axes="j, i", tolerance=1e-4)
def held_out(nouns, phrases, ridge, seen=lambda places, j: places != j):
    """The phrase of each noun j, from those that are `seen`."""
    chosen = [seen(torch.arange(len(nouns)), j) for j in range(len(nouns))]
    return torch.stack([predict(nouns[j], nouns[k], phrases[k], ridge) for j, k in enumerate(chosen)])


@held_out.cases
def _(draw):
    """Nouns, phrases (J, E), J >= 2, and a penalty > 0: random, with two nouns in one of them."""
    for J, E, ridge in ((3, 2, 1.0), (5, 2, 0.5), (2, 3, 1.0)):
        yield *observed(draw, J, E), ridge


def others(J):
    """For each noun, which are the others: a row of a (J, J) mask."""
    return ~torch.eye(J, dtype=torch.bool)


def empty_the_phrase(nouns, phrases, ridge):
    """The noun stays, with a phrase of 0."""
    rows = zip(nouns, 1 - torch.eye(len(nouns), dtype=nouns.dtype), strict=True)
    return torch.stack([predict(noun, nouns, phrases * row[:, None], ridge) for noun, row in rows])


held_out.wrong(
    "fits one matrix to all nouns, the one to be predicted included", seen=lambda places, j: places
).hint("That is the training error. For row j the matrix must be fitted again, to all rows but j.")
held_out.wrong(
    "fits to the noun alone, and leaves out all the others", seen=lambda places, j: places == j
).hint("The mask is the wrong way round: keep the rows other than j.")
held_out.wrong("uses only the rows before j", seen=lambda places, j: places < j).hint(
    "The rows behind j are other nouns too. Join both parts, or use a mask."
)
held_out.wrong(
    "fits once to the first half of the nouns", seen=lambda places, j: places < len(places) // 2
).hint("One half for fitting and one for testing is a fair test too, but here each noun has its turn.")
held_out.wrong("empties the phrase of the noun instead of leaving the noun out", empty_the_phrase).hint(
    "A noun whose phrase is 0 still teaches the matrix something: that it becomes nothing. Drop both rows."
)
held_out.wrong(
    "uses the matrix turned over, or one that was fitted so",
    lambda nouns, phrases, ridge: torch.stack(
        [fit_adjective(nouns[k], phrases[k], ridge).T @ nouns[j] for j, k in enumerate(others(len(nouns)))]
    ),
).hint("Does the check of 1.5 say full marks? If so: A n is `A @ n`, and `n @ A` uses A's columns.")
held_out.wrong("leaves the penalty out", lambda nouns, phrases, ridge: held_out(nouns, phrases, 0.0)).hint(
    "Each fit needs the penalty that was passed in."
)
held_out.wrong(
    "leaves the penalty out and solves all the same",
    lambda nouns, phrases, ridge: torch.stack(
        [solve(nouns[k], phrases[k], 0) @ nouns[j] for j, k in enumerate(others(len(nouns)))]
    ),
).hint("Where is `ridge` in your fits? With fewer nouns than dimensions they have no answer without it.")
held_out.wrong(
    "returns how far each guess is off",
    lambda nouns, phrases, ridge: held_out(nouns, phrases, ridge) - phrases,
).hint("The contract asks for the prediction itself; the phrase of the noun is not subtracted.")
held_out.wrong("leaves out the first noun for all", seen=lambda places, j: places != 0).hint(
    "One matrix for all rows has seen all nouns but one. Fit again inside the loop, without row j."
)
held_out.wrong(
    "leaves a noun out of the nouns, and another one's phrase out of the phrases",
    lambda nouns, phrases, ridge: torch.stack(
        [predict(nouns[j], nouns[k], phrases[:-1], ridge) for j, k in enumerate(others(len(nouns)))]
    ),
).hint("Row by row nouns and phrases belong together. Choose from both with the same mask.")
held_out.wrong("predicts from a row that it has set to 0", lambda nouns, *rest: torch.zeros_like(nouns)).hint(
    "Leave row j out of the fit; the matrix is then applied to the noun as it came in."
)
