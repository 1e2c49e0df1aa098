"""Tasks 3.2, 3.3 and 3.4: how long a word lasts, the gradient over many steps, and how it is clipped."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


@task("3.2", section="How long does a word last?", tolerance=1e-4)
def spectral_radius(R, values=torch.linalg.eigvals, size=torch.abs):
    """The largest size of the matrix's values."""
    return size(values(R.double())).max()


@spectral_radius.cases
def _(draw):
    """Square matrices: one half everywhere, a quarter turn, a tall corner, a negative one, random ones."""
    yield real([[0.5] * 3] * 3)
    yield from map(real, ([[0, -1], [1, 0]], [[0.5, 4], [0, 0.5]], [[-2, 0], [0, 1]]))
    yield from draw.normals((2, 2), (4, 4))


spectral_radius.wrong("takes the largest entry", values=lambda R: R).hint(
    "The chapter has a matrix with all entries one half whose powers explode. Ask its eigenvalues."
)
spectral_radius.wrong("takes the largest singular value", lambda R: torch.linalg.matrix_norm(R, 2)).hint(
    "That is how much one step can stretch. Many steps are decided by the eigenvalues."
)
spectral_radius.wrong("adds up the squares of the entries", torch.linalg.matrix_norm).hint(
    "`norm` of a matrix is the Frobenius norm. You need its eigenvalues."
)
spectral_radius.wrong("takes the largest real part and not the largest absolute value", size=torch.real).hint(
    "A quarter turn has eigenvalues without a real part, and -2 stretches as much as 2."
)
spectral_radius.wrong("throws the imaginary parts away", size=lambda values: values.real.abs()).hint(
    "An eigenvalue a + bi counts with its b too: the absolute value of the complex number, not of `.real`."
)
spectral_radius.wrong(
    "looks for the largest of complex numbers", lambda R: torch.linalg.eigvals(R.double()).max().abs()
).hint("Complex numbers have no order: take `.abs()` before `.max()`.")
spectral_radius.wrong("treats the matrix as symmetric", values=torch.linalg.eigvalsh).hint(
    "`eigvalsh` reads one triangle only. R need not be symmetric: there is a function without the h."
)


@task("3.3", section="How long does a word last?", axes="a, b", tolerance=1e-4)
def jacobian(R, states, slope=lambda h: 1 - h**2, step=lambda slopes, R: slopes[:, None] * R):
    """The product of the steps' derivatives (H, H), the first step's at the right end."""
    out = torch.eye(len(R), dtype=R.dtype)
    for h in states:
        out = step(slope(h), R) @ out
    return out


@jacobian.cases
def _(draw):
    """R (H, H) and states (T, H) in (-1, 1): one unit that halves, random ones, a single step."""
    yield real([[0.5]]), real([[0], [0], [0]])
    for T, H in ((2, 2), (3, 3), (5, 2), (1, 3)):
        yield draw.normal(H, H), draw.uniform(T, H, low=-0.9, high=0.9)


jacobian.wrong("forgets the derivative of the tanh", slope=torch.ones_like).hint(
    "Each step is a product with R and then a bend. The bend has a slope, 1 - h^2."
)
jacobian.wrong("takes the slope of a sigmoid, h (1 - h)", slope=lambda h: h * (1 - h)).hint(
    "These states come out of a tanh: its slope, told by its value h, is 1 - h^2."
)
jacobian.wrong("forgets to square the state in the slope", slope=lambda h: 1 - h).hint(
    "The slope of tanh at h = -0.9 is as small as at 0.9. Square it."
)
jacobian.wrong(
    "multiplies the steps in the opposite order", lambda R, states: jacobian(R, states.flip(0))
).hint("The first word's matrix acts first, so it stands at the right end of the product.")
jacobian.wrong("multiplies with R from the wrong side", lambda R, states: jacobian(R.T, states)).hint(
    "Entry (a, b) of R says how old unit b moves new unit a. Do not transpose it."
)
jacobian.wrong("scales the columns of R and not its rows", step=lambda slopes, R: slopes * R).hint(
    "The slope belongs to the new state, and the new state's units are the rows of R."
)
jacobian.wrong("multiplies entry by entry", lambda R, states: ((1 - states**2)[:, :, None] * R).prod(0)).hint(
    "Changes pass from every unit to every unit: that is a product of matrices, `@` and not `*`."
)
jacobian.wrong("leaves out the first step", lambda R, states: jacobian(R, states[1:])).hint(
    "The state before the first word is no row: row 0 is already the first word's state, and has a factor."
)
jacobian.wrong("leaves out the last step", lambda R, states: jacobian(R, states[:-1])).hint(
    "There are T steps, one for each state, and so T factors."
)


@task("3.4", section="How long does a word last?", axes="n", in_page=True)
def clip_gradient(gradient, threshold, size=torch.norm, asked=None):
    """Scaled to the threshold by its size, where what is `asked`, the size as a rule, is above."""
    long = (asked or size)(gradient) > threshold
    return gradient * threshold / size(gradient) if long else gradient.clone()


@clip_gradient.cases
def _(draw):
    """Gradients (N,) and thresholds: (3, 4) too long and short enough; too long by no entry, or by negative
    ones alone; random ones, zeros."""
    yield from ((real([3, 4]), 2.0), (real([3, 4]), 10.0), (real([0.3, -0.4]), 1.0))
    yield real([0.3, -0.4]), 0.25  # too long, and shorter than 1
    yield from ((real([3, 4]), 4.5), (real([-3, -4]), 2.0))
    yield from ((5 * draw.normal(n), 0.5) for n in (3, 6))
    yield from ((draw.normal(4), 100.0), (real([0, 0]), 1.0))


clip_gradient.wrong("clips every entry by itself", lambda gradient, most: gradient.clamp(-most, most)).hint(
    "That turns the gradient into another direction. Scale all entries by one factor."
)
clip_gradient.wrong(
    "scales a short gradient up to the threshold",
    lambda gradient, threshold: gradient * threshold / gradient.norm(),
).hint("A gradient that is short enough must stay as it is. And what would become of zeros?")
clip_gradient.wrong(
    "scales to length 1 and not to the threshold",
    lambda gradient, threshold: gradient / gradient.norm() if gradient.norm() > threshold else gradient,
).hint("The result of a gradient that was too long must have the length of the threshold.")
clip_gradient.wrong(
    "compares and divides by the square of the norm", size=lambda gradient: gradient.square().sum()
).hint("The length of (3, 4) is 5 and not 25.")
clip_gradient.wrong(
    "measures the length by the sum of the absolute values", size=lambda gradient: gradient.abs().sum()
).hint("The length of (3, 4) is 5 and not 7: take the Euclidean norm.")
clip_gradient.wrong(
    "measures the length by the largest entry", size=lambda gradient: gradient.abs().max()
).hint("The length of (3, 4) is 5 and not 4: take the Euclidean norm.")
clip_gradient.wrong(
    "asks whether an entry, and not the length, is above the threshold", asked=lambda g: g.abs().max()
).hint("(3, 4) is longer than 4.5, though none of its entries is. What has to be compared?")
clip_gradient.wrong(
    "asks whether the largest entry is above the threshold, which no negative one is", asked=torch.max
).hint("(-3, -4) is as long as (3, 4). Compare the length, which is never negative.")
clip_gradient.wrong(
    "throws a long gradient away", lambda gradient, threshold: gradient * (gradient.norm() <= threshold)
).hint("Its direction is still good. Shorten it, and keep it.")
