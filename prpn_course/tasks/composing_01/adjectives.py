"""Tasks 1.2, 1.5 and 1.6: an adjective's matrix is applied, learnt, and tried on nouns it has not seen."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.composing_01.words import CAT, DOG
from prpn_edu.composition.lexical_function import LexicalFunction

A_OLD = ((0.5, 0), (0.3, 1))
OLD_DOG, OLD_CAT = (0.5, 5.3), (2, 1.2)  # what A_OLD makes of them


apply = task("1.2", section="An adjective is a function", axes="j, i")


@apply.cases
def _(draw):
    """A matrix (E, E) and nouns (J, E): the lecture's, random ones with J other than E, a single noun."""
    yield real(A_OLD), real([DOG, CAT])
    yield from (draw.normals((E, E), (J, E)) for J, E in ((3, 2), (2, 4), (5, 3), (1, 3)))


apply.wrong("multiplies with the matrix from the wrong side, n A in place of A n", "A @ noun", "noun @ A",
    "Entry i of the phrase is ROW i of the matrix times the noun. With nouns as rows that needs a transpose.")
apply.wrong("multiplies the matrix with the nouns as they lie, A @ nouns", lambda A, nouns: A @ nouns,
    "In A n the noun is a column, and here the nouns are rows. What has to be turned?")
apply.wrong("returns the phrases as columns", "stack(phrases)", "stack(phrases, 1)",
    "The numbers are there. One row for each noun, as they came in.")
apply.wrong("uses the diagonal of the matrix only", "A @ noun", "A.diagonal() * noun",
    "With `*` each coordinate meets itself alone. A matrix lets running turn into barking: `@`.")
apply.wrong("applies the matrix twice", "A @ noun", "A @ A @ noun", "That is an old old dog. Once is enough.")
apply.wrong("adds the noun to the result", "A @ noun", "A @ noun + noun",
    "The matrix says all that becomes of the noun; what it should keep stands on its diagonal.")


def observed(draw, J, E):
    """Nouns and noisy phrases, (J, E) each, from a matrix drawn at random."""
    nouns, matrix, noise = draw.normals((J, E), (E, E), (J, E))
    return nouns, nouns @ matrix.T + 0.3 * noise


fit_adjective = task("1.5", section="Fewer nouns than dimensions", axes="row, coordinate", tolerance=1e-4)


@fit_adjective.cases
def _(draw):
    """Nouns, phrases (J, E), and a penalty: the lecture's, random ones, few nouns, nouns in one direction."""
    yield real([DOG, CAT]), real([OLD_DOG, OLD_CAT]), 0.0
    for J, E, ridge in ((6, 2, 1.0), (7, 3, 0.5), (2, 3, 0.5), (1, 2, 2.0)):
        yield *observed(draw, J, E), ridge
    size = draw.normal(4, 1)  # four nouns in one direction
    yield size * real([1, 2]), observed(draw, 4, 2)[1], 1.0


fit_adjective.wrong("returns the transpose of the matrix, the X in N X = P", "columns.T", "columns",
    "With nouns as rows you have solved N X = P. The matrix that acts on a column is X turned over.")
fit_adjective.wrong("leaves the penalty out",
    lambda nouns, phrases, ridge: LexicalFunction.fit(nouns, phrases, 0.0).matrix,
    "The derivative of ridge |A|^2 adds something to N'N. Where in the normal equation is it?")
fit_adjective.wrong("leaves the penalty out and solves the normal equations all the same",
    " + ridge * torch.eye(E)", "",
    "With fewer nouns than dimensions, or nouns that lie in one line, there is no unique answer without the "
    "penalty: you get huge numbers or an error. Where in the equation does ridge stand?")
fit_adjective.wrong("leaves the penalty out and trusts a least-squares driver that needs independent nouns",
    "solve(left, right)", "lstsq(nouns, phrases, driver='gels').solution",
    '"gels" does not look whether the nouns span all dimensions; on nouns in one line it returns garbage '
    "or fails. The penalty is what makes the answer unique.")
fit_adjective.wrong("fits each coordinate of the phrase from the same coordinate of the noun",
    lambda nouns, phrases, ridge: torch.diag((nouns * phrases).sum(0) / (nouns.square().sum(0) + ridge)),
    "That is a diagonal matrix. Each coordinate of the phrase may depend on every coordinate of the noun.")
fit_adjective.wrong("fits to the first noun alone",
    lambda nouns, phrases, ridge: LexicalFunction.fit(nouns[:1], phrases[:1], ridge).matrix,
    "One noun tells the matrix about one direction. Use all rows.")
fit_adjective.wrong("adds the penalty to every entry, not to the diagonal only",
    "ridge * torch.eye(E)", "ridge",
    "ridge times the identity: adding a number to a matrix adds it everywhere.")
fit_adjective.wrong("takes the mean over the nouns and so makes the penalty J times too strong",
    "ridge * torch", "ridge * len(nouns) * torch",
    "The loss is a sum over the nouns, not a mean.")
fit_adjective.wrong("takes the square of the penalty's weight", "ridge * torch", "ridge**2 * torch",
    "The loss has ridge |A|^2: the norm is squared, its weight is not.")
fit_adjective.wrong("subtracts the penalty", "+ ridge", "- ridge",
    "Set the gradient to 0 once more and watch the sign when a term changes sides.")
fit_adjective.wrong("exchanges nouns and phrases",
    "nouns.T @ nouns", "phrases.T @ phrases", "nouns.T @ phrases", "phrases.T @ nouns",
    "Your matrix makes nouns of phrases. The nouns go in, so theirs is the product N'N.")
fit_adjective.wrong("exchanges the sides of N'P", "nouns.T @ phrases", "phrases.T @ nouns",
    "P'N is N'P turned over. Column i of the right side belongs to coordinate i of the PHRASES.")
fit_adjective.wrong("doubles the penalty", "ridge * torch", "2 * ridge * torch",
    "The 2 of the derivative stands before both terms, and goes.")


held_out = task("1.6", section="A test on nouns that were never seen", axes="j, i", tolerance=1e-4)


@held_out.cases
def _(draw):
    """Nouns, phrases (J, E), J >= 2, and a penalty > 0: random, with two nouns in one of them."""
    for J, E, ridge in ((3, 2, 1.0), (5, 2, 0.5), (2, 3, 1.0)):
        yield *observed(draw, J, E), ridge


def without_penalty(nouns, phrases, ridge):
    """Each phrase from a matrix that is fitted to the other nouns alone."""
    others = ~torch.eye(len(nouns), dtype=torch.bool)  # (J, J)  a row for each noun
    return torch.stack(
        [LexicalFunction.fit(nouns[k], phrases[k], 0.0)(noun) for noun, k in zip(nouns, others, strict=True)]
    )


held_out.wrong("fits one matrix to all nouns, the one to be predicted included", "everyone != j", "everyone",
    "That is the training error. For row j the matrix must be fitted again, to all rows but j.")
held_out.wrong("fits to the noun alone, and leaves out all the others", "everyone != j", "everyone == j",
    "The mask is the wrong way round: keep the rows other than j.")
held_out.wrong("uses only the rows before j", "everyone != j", "everyone < j",
    "The rows behind j are other nouns too. Join both parts, or use a mask.")
held_out.wrong("fits once to the first half of the nouns", "everyone != j", "everyone < len(nouns) // 2",
    "One half for fitting and one for testing is a fair test too, but here each noun has its turn.")
held_out.wrong("empties the phrase of the noun instead of leaving the noun out",
    "nouns[others], phrases[others]", "nouns, phrases * others[:, None]",
    "A noun whose phrase is 0 still teaches the matrix something: that it becomes nothing. Drop both rows.")
held_out.wrong("uses the matrix turned over, or one that was fitted so", "A @ nouns[j]", "A.T @ nouns[j]",
    "Does the check of 1.5 say full marks? If so: A n is `A @ n`, and `n @ A` uses A's columns.")
held_out.wrong("leaves the penalty out", without_penalty, "Each fit needs the penalty that was passed in.")
held_out.wrong("leaves the penalty out and solves all the same",
    "phrases[others], ridge", "phrases[others], 0",
    "Where is `ridge` in your fits? With fewer nouns than dimensions they have no answer without it.")
held_out.wrong("returns how far each guess is off", "torch.stack(guesses)", "torch.stack(guesses) - phrases",
    "The contract asks for the prediction itself; the phrase of the noun is not subtracted.")
held_out.wrong("leaves out the first noun for all", "everyone != j", "everyone != 0",
    "One matrix for all rows has seen all nouns but one. Fit again inside the loop, without row j.")
held_out.wrong("leaves a noun out of the nouns, and another one's phrase out of the phrases",
    "phrases[others]", "phrases[:-1]",
    "Row by row nouns and phrases belong together. Choose from both with the same mask.")
held_out.wrong("predicts from a row that it has set to 0", "A @ nouns[j]", "A @ (0 * nouns[j])",
    "Leave row j out of the fit; the matrix is then applied to the noun as it came in.")
