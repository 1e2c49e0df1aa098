"""The Stanford Sentiment Treebank (Socher et al., EMNLP 2013): binary trees, a label 0-4 at every node.

The trees come as they are: tokens keep their escapes (`-LRB-`, `1\\/2`), case and no-break spaces, labels are
the strings "0" (very negative) to "4" (very positive). The data has no stated licence, so it is never shipped
with this package: `prpn_edu.data.fetch` finds or downloads it and checks it.
"""

import re
import warnings
from pathlib import Path

from nltk import Tree

from prpn_edu.data import brackets, fetch
from prpn_edu.data.brackets import TreebankError

SIZES = {"train": 8544, "dev": 1101, "test": 2210}
_CONTAMINATED = SIZES["train"] + SIZES["dev"]  # a copy in wide use: dev pasted onto the end of train
_TOLERATED_OVERLAP = 0.01  # the official splits share 3 sentences, far below one per cent
_LEAF = re.compile(r"([^() \t\r\n]+)\)")  # a word is what stands directly before a closing bracket

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_ESCAPES = _BRACKETS | {"``": '"', "''": '"'}


class OverlapWarning(UserWarning):
    """Two splits share so many sentences that a test score would be too good to be true."""


def sst(split: str, *, folder: str | Path | None = None) -> list[Tree]:
    """The trees of one split.

    Args:
        split: "train" (8544 trees), "dev" (1101) or "test" (2210).
        folder: a folder with train.txt, dev.txt and test.txt of your own; its checksums are not compared, its
            counts are. By default the official files, found or downloaded by `fetch.fetch("sst")`.
    Returns:
        list of binary trees, one word under each pre-terminal, every label in "0".."4".
    Raises:
        ValueError: unknown split.
        TreebankError: a malformed tree, or a split of the wrong size (names the file, the line and the cure).
        fetch.DataNotFoundError, fetch.ChecksumError: the official files are nowhere to be had, or are not
            themselves.
    Warns:
        OverlapWarning: more than one per cent of the split's sentences also stand in another split.
    """
    if split not in SIZES:
        raise ValueError(f"unknown split {split!r}; choose one of {', '.join(SIZES)}")
    folder = Path(folder) if folder is not None else fetch.fetch("sst")
    path = folder / f"{split}.txt"
    if not path.is_file():
        raise fetch.DataNotFoundError(
            f"{path} does not exist; the folder must hold train.txt, dev.txt and test.txt"
        )
    text = brackets.decode(path.read_bytes(), path)
    _check_size(text, split, path)
    _warn_of_overlap(text, split, folder)
    return brackets.read_lines(text, brackets.SST, path)


def unescape(token: str) -> str:
    """The token as one would write it: `-LRB-` becomes `(`, `1\\/2` becomes `1/2`, both quotes become `"`."""
    return _ESCAPES.get(token) or re.sub(r"\\(.)", r"\1", token)


def _check_size(text: str, split: str, path: Path) -> None:
    count = text.removesuffix("\n").count("\n") + 1 if text else 0
    if split == "train" and count == _CONTAMINATED:
        raise TreebankError(
            f"{count} trees: the whole dev split is appended to this copy of train, so dev scores are wrong",
            f"Keep its first {SIZES['train']} lines, or fetch the official file: prpn-edu data sst",
            path,
            SIZES["train"] + 1,
        )
    if count != SIZES[split]:
        raise TreebankError(
            f"{count} trees, the official {split} split has {SIZES[split]}",
            "Fetch the official file: prpn-edu data sst",
            path,
        )


def _warn_of_overlap(text: str, split: str, folder: Path) -> None:
    """Compare with every other split in the folder; sentences are compared, labels are not."""
    here = _sentences(text)
    for other in SIZES:
        path = folder / f"{other}.txt"
        if other == split or not path.is_file():
            continue
        shared = len(set(here).intersection(_sentences(brackets.decode(path.read_bytes(), path))))
        if shared > _TOLERATED_OVERLAP * len(here):
            warnings.warn(
                f"{shared} sentences of {split} ({shared / len(here):.1%}) are also in {other}, in {folder}; "
                "a score on one after training on the other means little",
                OverlapWarning,
                stacklevel=3,
            )


def _sentences(text: str) -> list[str]:
    return [" ".join(_LEAF.findall(line)) for line in text.removesuffix("\n").split("\n")]
