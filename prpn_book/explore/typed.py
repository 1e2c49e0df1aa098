"""What explorers share in which one types a sentence: a model read once, and a line that may be wrong."""

from types import ModuleType
from typing import Any

import traitlets

from prpn_book.explore.explorer import Explorer
from prpn_edu import shipped


class Typed(Explorer):
    """An explorer of a line of text. Its loop says under "problem" what is wrong with it, "" if nothing.

    Attributes:
        text: the line; what is told stays at the last one that could be read.
        reader: the module of the loop, whose `install` reads the model that `shipped` has under `tables`,
            where there is one.
    Raises:
        traitlets.TraitError: a first line that cannot be read; the message says why.
    """

    reader: ModuleType

    text = traitlets.Unicode().tag(sync=True)

    def __init__(self, **state: Any):
        if self.tables and not self.reader.SHIPPED:
            self.reader.install(getattr(shipped, self.tables)())
        super().__init__(**state)
        if self.view["problem"]:
            raise traitlets.TraitError(f"text is {self.text!r}. {self.view['problem']}")

    def _follow(self, change=None):
        super()._follow(change)
        if not self.view["problem"]:
            self._seen = self.view
