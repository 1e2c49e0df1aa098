"""Pictures one after another, the reader's finger on the step: works on any page, without scripts.

Radio buttons choose what is shown: with a mouse or a finger one by one, with the arrow keys like a slider.
"""

import hashlib
from collections.abc import Mapping, Sequence
from html import escape

from prpn_book.figures.picture import Picture


class Film:
    """Some pictures of one thing at successive moments.

    Args:
        frames: name of the moment to its pictures, which stand one below the other.
        caption: what is watched, and what the names count.
        start: the moment that shows first; the last by default.
    Raises:
        ValueError: no moment, or a start that is none of them.
    """

    def __init__(self, frames: Mapping[str, Sequence[Picture]], caption: str, start: str | None = None):
        names = list(frames)
        if not names or (start is not None and start not in names):
            raise ValueError(f"there is no moment {start!r}; there are: {', '.join(names) or 'none'}")
        self.frames, self.caption = frames, caption
        self.start = names[-1] if start is None else start

    def __repr__(self):
        told = (
            f"{name}:\n" + "\n".join(picture.alt for picture in shown) for name, shown in self.frames.items()
        )
        return "\n\n".join([self.caption, *told])

    def _repr_html_(self):
        """Every frame is in the page; a rule for each shows it when its button is chosen."""
        group = "film-" + hashlib.sha256(repr(self).encode()).hexdigest()[:8]
        buttons, frames, rules = [], [], [f".{group} .frame {{ display: none; }}"]
        for number, (name, pictures) in enumerate(self.frames.items()):
            key = f"{group}-{number}"
            chosen = " checked" if name == self.start else ""
            button = f'<input type="radio" name="{group}" id="{key}"{chosen}>'
            buttons.append(f'{button}<label for="{key}">{escape(name)}</label>')
            drawn = "".join(picture.svg for picture in pictures)
            frames.append(f'<div class="frame frame-{number}">{drawn}</div>')
            rules.append(f".{group}:has(#{key}:checked) .frame-{number} {{ display: block; }}")
        return (
            f'<fieldset class="prpn-film {group}"><style>{" ".join(rules)}</style>'
            f"<legend>{escape(self.caption)}</legend>{''.join(buttons)}{''.join(frames)}</fieldset>"
        )
