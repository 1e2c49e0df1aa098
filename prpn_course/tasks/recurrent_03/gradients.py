"""Tasks 3.2, 3.3 and 3.4: how long a word lasts, the gradient over many steps, and how it is clipped."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

spectral_radius = task("3.2", section="How long does a word last?", tolerance=1e-4)


@spectral_radius.cases
def _(draw):
    """Square matrices: one half everywhere, turns, a tall corner, a negative one, random ones."""
    yield real([[0.5] * 3] * 3)
    yield from map(real, ([[0, -1], [1, 0]], [[0.5, 4], [0, 0.5]], [[-2, 0], [0, 1]], [[1, -2], [2, 1]]))
    yield from draw.normals((2, 2), (4, 4))


spectral_radius.wrong("takes the largest entry", "torch.linalg.eigvals(R)", "R",
    "The chapter has a matrix with all entries one half whose powers explode. Ask its eigenvalues.")
spectral_radius.wrong("takes the largest singular value", lambda R: torch.linalg.matrix_norm(R, 2),
    "That is how much one step can stretch. Many steps are decided by the eigenvalues.")
spectral_radius.wrong("adds up the squares of the entries", torch.linalg.matrix_norm,
    "`norm` of a matrix is the Frobenius norm. You need its eigenvalues.")
spectral_radius.wrong("takes the largest real part and not the largest absolute value", ".abs()", ".real",
    "A quarter turn has eigenvalues without a real part, and -2 stretches as much as 2.")
spectral_radius.wrong("throws the imaginary parts away", ".abs()", ".real.abs()",
    "An eigenvalue a + bi counts with its b too: the absolute value of the complex number, not of `.real`.")
spectral_radius.wrong("adds |a| and |b| for the absolute value of a + bi",
    lambda R: max(abs(one.real) + abs(one.imag) for one in torch.linalg.eigvals(R).tolist()),
    "The absolute value of a + bi is the root of a^2 + b^2. `.abs()` knows that.")
spectral_radius.wrong("adds the absolute values up", "max()", "sum()",
    "The largest one decides: after many steps it is all that is left.")
spectral_radius.wrong("treats the matrix as symmetric", "eigvals", "eigvalsh",
    "`eigvalsh` reads one triangle only. R need not be symmetric: there is a function without the h.")


jacobian = task("3.3", section="How long does a word last?", axes="a, b", tolerance=1e-4)


@jacobian.cases
def _(draw):
    """R (H, H) and states (T, H) in (-1, 1): one unit that halves, random ones, a single step."""
    yield real([[0.5]]), real([[0], [0], [0]])
    for T, H in ((2, 2), (3, 3), (5, 2), (1, 3)):
        yield draw.normal(H, H), draw.uniform(T, H, low=-0.9, high=0.9)


jacobian.wrong("forgets the derivative of the tanh", "1 - h**2", "torch.ones_like(h)",
    "Each step is a product with R and then a bend. The bend has a slope, 1 - h^2.")
jacobian.wrong("takes the slope of a sigmoid, h (1 - h)", "1 - h**2", "h * (1 - h)",
    "These states come out of a tanh: its slope, told by its value h, is 1 - h^2.")
jacobian.wrong("forgets to square the state in the slope", "h**2", "h",
    "The slope of tanh at h = -0.9 is as small as at 0.9. Square it.")
jacobian.wrong("multiplies the steps in the opposite order", "in states", "in states.flip(0)",
    "The first word's matrix acts first, so it stands at the right end of the product.")
jacobian.wrong("multiplies with R from the wrong side", "R @", "R.T @",
    "Entry (a, b) of R says how old unit b moves new unit a. Do not transpose it.")
jacobian.wrong("scales the columns of R and not its rows", "slope[:, None]", "slope",
    "The slope belongs to the new state, and the new state's units are the rows of R.")
jacobian.wrong("multiplies entry by entry", "torch.eye(len(R))", "torch.ones(R.shape)", "R @", "R *",
    "Changes pass from every unit to every unit: that is a product of matrices, `@` and not `*`.")
jacobian.wrong("leaves out the first step", "in states", "in states[1:]",
    "The state before the first word is no row: row 0 is already the first word's state, and has a factor.")
jacobian.wrong("leaves out the last step", "in states", "in states[:-1]",
    "There are T steps, one for each state, and so T factors.")


clip_gradient = task("3.4", section="How long does a word last?", axes="n", in_page=True)


@clip_gradient.cases
def _(draw):
    """Gradients (N,) and thresholds: (3, 4) too long and short enough; too long by no entry, or by negative
    ones alone; random ones, zeros."""
    yield from ((real([3, 4]), 2.0), (real([3, 4]), 10.0), (real([0.3, -0.4]), 1.0))
    yield real([0.3, -0.4]), 0.25  # too long, and shorter than 1
    yield from ((real([3, 4]), 4.5), (real([-3, -4]), 2.0))
    yield from ((5 * draw.normal(n), 0.5) for n in (3, 6))
    yield from ((draw.normal(4), 100.0), (real([0, 0]), 1.0))


clip_gradient.wrong("clips every entry by itself", lambda gradient, most: gradient.clamp(-most, most),
    "That turns the gradient into another direction. Scale all entries by one factor.")
clip_gradient.wrong("scales a short gradient up to the threshold", "length <= threshold", "False",
    "A gradient that is short enough must stay as it is. And what would become of zeros?")
clip_gradient.wrong("scales to length 1 and not to the threshold", "threshold / length", "1 / length",
    "The result of a gradient that was too long must have the length of the threshold.")
clip_gradient.wrong("compares and divides by the square of the norm", "norm()", "square().sum()",
    "The length of (3, 4) is 5 and not 25.")
clip_gradient.wrong("measures the length by the sum of the absolute values", "norm()", "abs().sum()",
    "The length of (3, 4) is 5 and not 7: take the Euclidean norm.")
clip_gradient.wrong("measures the length by the largest entry", "norm()", "abs().max()",
    "The length of (3, 4) is 5 and not 4: take the Euclidean norm.")
clip_gradient.wrong("asks whether an entry, and not the length, is above the threshold",
    "length <=", "gradient.abs().max() <=",
    "(3, 4) is longer than 4.5, though none of its entries is. What has to be compared?")
clip_gradient.wrong("asks whether the largest entry is above the threshold, which no negative one is",
    "length <=", "gradient.max() <=",
    "(-3, -4) is as long as (3, 4). Compare the length, which is never negative.")
clip_gradient.wrong("throws a long gradient away", "(threshold / length)", "0",
    "Its direction is still good. Shorten it, and keep it.")
