"""What makes a second build right without wiping the first.

Sphinx reads a page again when its source changed, and writes it again when it was read. That misses what a
page takes from elsewhere: titles and labels of other pages, style sheets whose checksums stand in each page,
the whole library behind a signature, this folder. Here each of these has a digest, kept with the environment;
when one differs, the pages that depend on it are read or written again. What no page needs is removed.
"""

import gc
import hashlib
import shutil
import sys
from pathlib import Path

from myst_nb.sphinx_ext import add_global_html_resources
from sphinx import addnodes

ROOT = Path(__file__).resolve().parents[2]
# A change of these means reading everything again.
GROUND = [
    *sorted(Path(__file__).parent.glob("*.*")),
    ROOT / "requirements.txt",
    *(ROOT / "book/_frontend" / name for name in ("formulas.js", "package-lock.json")),
    ROOT / "book/references.bib",
]
PAGES = {"genindex", "py-modindex", "search", "index"}  # made by Sphinx, the theme and Jupyter Book


def digest(*parts) -> str:
    """Return a fingerprint of the contents of files, or of anything whose `repr` says it all."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else b""
        total.update(f"{part!r} {len(content)} ".encode() + content)
    return total.hexdigest()[:16]


def library() -> str:
    """Return the fingerprint of the library's sources."""
    packages = [ROOT / name for name in ("prpn_edu", "prpn_book", "prpn_course", "prpn_class")]
    sources = [path for package in packages for path in package.rglob("*.py")]
    return digest(*sorted(sources), ROOT / "pyproject.toml")


def mark(app, doctree) -> None:
    """Note whether the page just read shows a part of the library."""
    if any(node.get("domain") == "py" for node in doctree.findall(addnodes.desc)):
        depend_on_library(app.env)


def depend_on_library(env) -> None:
    """Let the page that is being read be read again whenever the library changed."""
    env.prpn_library_pages = getattr(env, "prpn_library_pages", set()) | {env.docname}


def outdated(app, env, added, changed, removed) -> set[str]:
    """Return the pages to read again because the library is another one."""
    before, env.prpn_library = getattr(env, "prpn_library", None), library()
    if before == env.prpn_library:
        return set()
    return getattr(env, "prpn_library_pages", set()) & env.found_docs


def updated(app, env) -> set[str]:
    """Return the pages to write again because what all pages share is not what it was."""
    before, env.prpn_shared = getattr(env, "prpn_shared", None), shared(app, env)
    if before == env.prpn_shared:
        return set()
    shutil.rmtree(Path(app.outdir) / "_modules", ignore_errors=True)  # viewcode looks at their times only
    return set(env.all_docs)


def shared(app, env) -> str:
    """Return the fingerprint of all that a page may take from other pages and from the style."""
    folders = [Path(app.confdir) / folder for folder in app.config.html_static_path]
    assets = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    titles = [(name, env.titles[name].astext()) for name in sorted(env.titles)]
    outline = [env.toctree_includes, env.toc_secnumbers, env.toc_fignumbers]
    targets = [sorted(domain.get_objects(), key=repr) for _, domain in sorted(env.domains.items())]
    labels = [sorted(env.domaindata["std"][kind].items()) for kind in ("labels", "anonlabels")]
    equations = sorted(env.domaindata["math"]["objects"].items())
    cited = sorted({key for ref in env.get_domain("cite").citation_refs for key in ref.targets}, key=repr)
    modules = getattr(env, "_viewcode_modules", {})
    linked = sorted((name, sorted(entry[2].items())) for name, entry in modules.items() if entry)
    return digest(*assets, titles, _ordered(outline), targets, labels, equations, cited, linked)


def _ordered(value):
    """Return nested dictionaries as sorted pairs: they are filled in the order of reading."""
    if isinstance(value, dict):
        return sorted((key, _ordered(inside)) for key, inside in value.items())
    return [_ordered(inside) for inside in value] if isinstance(value, list | tuple) else value


def style_first(app) -> None:
    """Lay out myst-nb's style before a page asks for its checksum; myst-nb itself does so at the end."""
    if app.builder.format == "html":
        (Path(app.outdir) / "_static").mkdir(parents=True, exist_ok=True)
        add_global_html_resources(app, None)


def prune(app, exception) -> None:
    """Remove pages, sources and pictures that a clean build would not have made."""
    if exception or app.builder.name != "html":
        return
    out, env = Path(app.outdir), app.env
    modules = {
        name.replace(".", "/") for name, entry in getattr(env, "_viewcode_modules", {}).items() if entry
    }
    pages = env.found_docs | PAGES | {f"_modules/{name}" for name in modules | {"index"}}
    for path in out.rglob("*.html"):
        name = path.relative_to(out).with_suffix("").as_posix()
        if name not in pages and not name.startswith("_static/"):
            path.unlink()
    pictures = {Path(name).name for _, name in env.images.values()}
    for path in (out / "_images").glob("*"):
        if path.name not in pictures:
            path.unlink()
    for path in (out / "_sources").rglob("*"):
        if path.is_file() and path.relative_to(out / "_sources").as_posix().split(".")[0] not in pages:
            path.unlink()


def setup(app):
    """Register; called by Sphinx. Another `env_version` makes it read everything again."""
    sys.path.insert(0, str(ROOT))  # document this checkout, whatever is installed
    gc.disable()  # a quarter of a build went into looking for garbage; without that it takes 1.1 GB, not .6
    app.connect("builder-inited", style_first)
    app.connect("doctree-read", mark)
    app.connect("env-get-outdated", outdated)
    app.connect("env-get-updated", updated, priority=900)  # when Sphinx has numbered everything
    app.connect("build-finished", prune)
    return {
        "version": "1",
        "env_version": digest(*GROUND),
        "parallel_read_safe": False,
        "parallel_write_safe": True,
    }
