"""Notebooks as files: read, run, normalise, write.

A normalised notebook differs from another only where its content does: ids come from the file's name, and
whatever depends on the hour, the machine or the editor is dropped. Figures are kept: the page shows what was
run. JupyterLab opens folded what a page folds: that follows from a cell's tags, and no text says it again.
"""

from collections.abc import Iterable
from pathlib import Path

try:
    import nbformat
    from nbformat import NotebookNode
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"the course tools need {missing.name}, which is not installed: pip install 'prpn_edu[course]'",
        name=missing.name,
    ) from None

from prpn_course.task import NotebookError
from prpn_edu import files

UNREADABLE = (ValueError, KeyError, AttributeError, TypeError, RecursionError)
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("prpn_edu", "tags")
BACK = "back"  # role of a cell that makes the function of a published task of one that was drawn
FOLDED = {"hide-input", "remove-input"}  # tags of cells whose code the pages, and so JupyterLab, show folded
DROPPED_MIME = ("application/vnd.jupyter.widget-view+json",)  # names a model of a kernel that is gone
SKIPPED_FOLDERS = ("_build", "node_modules", ".ipynb_checkpoints", ".venv")


def find(paths: Iterable[Path]) -> list[Path]:
    """Return the notebooks among files and folders, in a fixed order.

    Raises:
        NotebookError: a path does not exist, a file is no notebook, or nothing was found.
    """
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = path.rglob("*.ipynb")
            found += sorted(p for p in inside if is_ours(p, path))
        elif path.is_file() and path.suffix == ".ipynb":
            found.append(path)
        else:
            raise NotebookError(f"{path}: no such notebook or folder; give an .ipynb file or its folder")
    if not found:
        raise NotebookError(f"{', '.join(map(str, paths))}: holds no .ipynb file; give the folder that does")
    return found


def is_ours(path: Path, folder: Path) -> bool:
    """Whether a file below a folder is none that some tool put there."""
    return not set(SKIPPED_FOLDERS) & set(path.relative_to(folder).parts)


def read(path: Path) -> NotebookNode:
    """Read one notebook of our own.

    Raises:
        NotebookError: the file is not a valid notebook.
    """
    try:
        notebook = nbformat.reads(Path(path).read_text("utf-8-sig"), as_version=4)
        nbformat.validate(notebook)
    except (*UNREADABLE, nbformat.ValidationError) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
        raise NotebookError(
            f"{path}: not a notebook that can be read ({reason}). Open and save it in JupyterLab, or "
            f"restore it."
        ) from None
    return notebook


def task_of(cell: NotebookNode) -> str | None:
    """Return the task that a cell belongs to, None for a cell that belongs to none."""
    return cell.metadata.get("prpn_edu", {}).get("task")


def role_of(cell: NotebookNode) -> str | None:
    """Return a cell's role: "text", "answer" or "check" in its task, `BACK`, or what `questions` names."""
    return cell.metadata.get("prpn_edu", {}).get("role")


def said(cell: NotebookNode) -> str:
    """What a cell printed or displayed, as text."""
    parts = (output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs)
    return "\n".join(part.rstrip("\n") for part in parts if part)


def normalise(notebook: NotebookNode, stem: str) -> NotebookNode:
    """Return the notebook with ids `<stem>-NNN` and nothing that depends on when or where it was run."""
    cells, runs = [], 0
    for number, cell in enumerate(notebook.cells):
        kept = {key: cell.metadata[key] for key in KEPT_CELL_METADATA if cell.metadata.get(key)}
        if FOLDED & set(kept.get("tags", ())):
            kept["jupyter"] = {"source_hidden": True}
        new = {"cell_type": cell.cell_type, "id": f"{stem}-{number:03d}"}
        # Blank lines around prose show nowhere, and a cell's text cannot keep them.
        source = cell.source.strip("\n").rstrip() if cell.cell_type == "markdown" else cell.source
        new |= {"metadata": kept, "source": source}
        if cell.cell_type == "code":
            runs += cell.execution_count is not None
            new["execution_count"] = runs if cell.execution_count is not None else None
            new["outputs"] = _outputs(cell.outputs, new["execution_count"])
        cells.append(new)
    return nbformat.from_dict({"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5})


def _outputs(outputs: list, count: int | None) -> list[dict]:
    """Join what was printed in pieces, and drop what only a live kernel understands."""
    kept: list[dict] = []
    for output in outputs:
        if output.output_type == "stream" and kept and kept[-1].get("name") == output.name:
            kept[-1]["text"] += output.text
            continue
        output = dict(output)
        if "data" in output:
            output["data"] = {mime: data for mime, data in output["data"].items() if mime not in DROPPED_MIME}
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
        kept.append(output)
    return kept


def dumps(notebook: NotebookNode) -> str:
    """Return what the notebook's file holds."""
    return nbformat.writes(notebook, version=nbformat.NO_CONVERT) + "\n"


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook whole or not at all."""
    files.write_text(path, dumps(notebook))


def write_text_if_new(text: str, path: Path) -> bool:
    """Write a file unless it holds just this text; return whether it was written."""
    if path.exists() and path.read_text("utf-8") == text:
        return False
    files.write_text(path, text)
    return True


def execute(notebook: NotebookNode, folder: Path, timeout: int = 120, allow_errors: bool = False):
    """Run every cell in a fresh kernel, in place, and return the notebook.

    Args:
        notebook: stored outputs are replaced.
        folder: the kernel's working directory; JupyterLab uses the notebook's own.
        timeout: seconds that one cell may take.
        allow_errors: go on after a cell that raises.
    Raises:
        NotebookError: a cell raised or took too long, or the kernel died.
    """
    import nbclient  # here, since grading runs no kernel
    from jupyter_client.kernelspec import NoSuchKernel

    client = nbclient.NotebookClient(
        notebook,
        timeout=timeout,
        allow_errors=allow_errors,
        store_widget_state=False,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        interrupt_on_timeout=allow_errors,
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors only: no word about its transport
    )
    client.comm_open_handlers = {
        "jupyter.widget": lambda message: None
    }  # what a widget prints, the cell prints
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    try:
        return client.execute()
    except nbclient.exceptions.CellExecutionError as error:
        words = f"a cell raised {error.ename}: {error.evalue}"
        raise NotebookError(f"{words}\nThe cell:\n{_raised(notebook)}") from None
    except nbclient.exceptions.CellTimeoutError:
        raise NotebookError(f"a cell ran for over {timeout} s; look for a loop without an end") from None
    except nbclient.exceptions.DeadKernelError:
        raise NotebookError("the kernel died; the usual cause is that it ran out of memory") from None
    except (NoSuchKernel, RuntimeError) as error:
        raise NotebookError(f"no kernel could be started ({error}); `prpn-edu doctor` says why") from None


def _raised(notebook: NotebookNode) -> str:
    for cell in notebook.cells:
        if cell.cell_type == "code" and any(output.output_type == "error" for output in cell.outputs):
            return cell.source
    return ""
