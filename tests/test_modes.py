"""`evaluating`: dropout off inside, the model's mode as it was afterwards."""

import pytest
from torch import nn

from prpn_edu.modes import evaluating


@pytest.mark.parametrize("training", [True, False])
def test_the_mode_comes_back_also_after_an_error(training):
    model = nn.Sequential(nn.Dropout(0.5)).train(training)
    with evaluating(model):
        assert not model.training and not model[0].training
    assert model.training == model[0].training == training
    with pytest.raises(KeyError), evaluating(model):
        raise KeyError
    assert model.training == model[0].training == training
