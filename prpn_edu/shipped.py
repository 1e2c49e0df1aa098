"""What comes with the package ready-made: a PRPN and a Tree-LSTM, trained by `experiments.page_prpn` and
`experiments.page_sentiment`.
"""

import json
from pathlib import Path
from typing import Any

PRPN = Path(__file__).parent / "loops/prpn.json"
TREE_LSTM = Path(__file__).parent / "loops/tree_lstm.json"


def prpn() -> dict[str, Any]:
    """The PRPN's weights, packed, as `prpn_edu.loops.prpn.install` takes them."""
    return json.loads(PRPN.read_text("utf8"))


def tree_lstm() -> dict[str, Any]:
    """The Tree-LSTM's weights, packed, as `prpn_edu.loops.tree_lstm.install` takes them."""
    return json.loads(TREE_LSTM.read_text("utf8"))
