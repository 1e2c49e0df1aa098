"""Formulas as one line of plain text."""

import pytest

from prpn_book.formula_text import formula_text

SAID = {
    r"\tfrac{1}{2}\, d_{t-1}": "1/2 d_(t-1)",
    r"\tfrac12 x": "1/2 x",
    r"\frac{\partial L}{\partial \tilde{s}_{t}}": "(∂ L)/(∂ s̃_t)",
    r"\tilde{\mathbf s} = (.4, .1), \mathbf{m}_i": "s̃ = (.4, .1), m_i",
    r"\tfrac{a+1}{\sqrt{b_{t}}}": "(a+1)/(√b_t)",
    r"g_i = \mathbf 1(l_t \le i)": "g_i = 1(l_t ≤ i)",
    r"p(l_t \mid \alpha)=\prod_{j=i+1}^{t-1}\alpha_j": "p(l_t | α)=∏_(j=i+1)^(t-1)α_j",
    r"\class{prpn-concept-gate}{g_i} \in \{0, 1\}": "g_i ∈ {0, 1}",
    r"\begin{cases}1 & a\\ 0 & b\end{cases}": "1 a; 0 b",
    r"\tau \Delta t": "τ Δ t",
    r"\operatorname{softmax}(q^\top k)": "softmax(q^Tk)",
    r"x \unheard y": "x unheard y",
}


@pytest.mark.parametrize("tex", SAID)
def test_a_formula_is_said_in_one_line(tex):
    assert formula_text(tex) == SAID[tex]
