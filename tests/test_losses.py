"""The cross-entropy of a layer in one operation, against PyTorch's two."""

import pytest
import torch
import torch.nn.functional as F

from prpn_edu.losses import cross_entropy, cross_entropy_of_layer


def layer(classes, dtype=torch.float64):
    generator = torch.Generator().manual_seed(classes)
    shapes = (5, 3), (classes, 3), (classes,)  # x, weight, bias
    numbers = [torch.randn(shape, generator=generator, dtype=dtype).requires_grad_() for shape in shapes]
    return numbers, torch.randint(classes, (5,), generator=generator)


@pytest.mark.parametrize("classes", [1, 7, 16, 17])  # rows to fill up, and one that is full
def test_the_layer_s_loss_and_gradients_are_those_of_linear_and_cross_entropy(classes):
    numbers, labels = layer(classes)
    results = []
    for loss in (cross_entropy_of_layer(*numbers, labels), cross_entropy(F.linear(*numbers), labels)):
        assert loss.count == 5
        results.append([loss.total, *torch.autograd.grad(loss.mean, numbers)])
    assert all(torch.allclose(a, b, rtol=1e-10, atol=1e-12) for a, b in zip(*results, strict=True))


def test_the_derivatives_are_right_and_can_be_asked_for_twice():
    numbers, labels = layer(7)
    assert torch.autograd.gradcheck(lambda *args: cross_entropy_of_layer(*args, labels).total, numbers)
    total = cross_entropy_of_layer(*numbers, labels).total
    first = torch.autograd.grad(total, numbers, retain_graph=True)
    second = torch.autograd.grad(total, numbers)
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))


def test_a_chance_too_small_for_a_float_still_has_its_loss():
    x, weight, bias = torch.ones(1, 1), torch.tensor([[500.0], [-500.0]]), torch.zeros(2)
    loss = cross_entropy_of_layer(x, weight, bias, torch.tensor([1]))
    assert loss.total.item() == pytest.approx(1000.0)
