"""What comes with the package ready-made: a PRPN that `experiments.page_prpn` trained."""

import json
from pathlib import Path
from typing import Any

PRPN = Path(__file__).parent / "loops/prpn.json"


def prpn() -> dict[str, Any]:
    """Its weights, packed, as `prpn_edu.loops.prpn.install` takes them."""
    return json.loads(PRPN.read_text("utf8"))
