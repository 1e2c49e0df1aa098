"""The loop form of the recurrent network and of its gradient against torch."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prpn_edu.loops import rnn


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**31 - 1), words=st.integers(1, 9))
def test_states_and_jacobian_are_those_of_torch(seed, words):
    generator = torch.Generator().manual_seed(seed)
    W, R, b, x = (
        torch.randn(*shape, generator=generator, dtype=torch.float64)
        for shape in ((3, 2), (3, 3), (3,), (words, 2))
    )
    theirs = torch.nn.RNN(2, 3, batch_first=True).double()
    with torch.no_grad():
        for parameter, value in zip(theirs.parameters(), (W, R, b, torch.zeros(3)), strict=True):
            parameter.copy_(value)
    states = rnn.rnn(W.tolist(), R.tolist(), b.tolist(), x.tolist())
    assert torch.allclose(torch.tensor(states, dtype=torch.float64), theirs(x[None])[0][0], atol=1e-9)

    start = torch.zeros(1, 1, 3, dtype=torch.float64)
    expected = torch.autograd.functional.jacobian(lambda h: theirs(x[None], h)[1].flatten(), start)
    computed = torch.tensor(rnn.jacobian(R.tolist(), states), dtype=torch.float64)
    assert torch.allclose(computed, expected.reshape(3, 3), atol=1e-9)


def test_a_sentence_without_words_changes_nothing():
    assert rnn.rnn([[1.0]], [[1.0]], [0.0], []) == []
    assert rnn.jacobian([[5.0]], []) == [[1.0]]
