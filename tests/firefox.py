"""Firefox without windows, driven over WebDriver BiDi: it speaks this itself, no other program is needed."""

import itertools
import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import websocket

PROGRAM = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
}
KEYS = {"ArrowUp": "\ue013", "ArrowDown": "\ue015", "Enter": "\ue007", "Tab": "\ue004", "Space": " "}
PATIENCE = 60  # seconds


class Firefox:
    """One page of a Firefox of its own, 390 pixels wide; `errors` is what its console says is wrong."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="prpn-firefox-")
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
        Path(self.profile.name, "user.js").write_text("\n".join(lines))
        self.log = Path(self.profile.name, "log")
        command = [
            PROGRAM,
            "--headless",
            "--no-remote",
            "--profile",
            self.profile.name,
            "--remote-debugging-port",
            "0",
        ]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        self.numbers, self.errors = itertools.count(1), []
        self.socket = websocket.create_connection(
            f"{self._listens()}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.tab, viewport={"width": 390, "height": 844})

    def _listens(self) -> str:
        """The address that Firefox names once it is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", self.log.read_text()):
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(f"Firefox does not listen:\n{self.log.read_text()}")

    def ask(self, method: str, **parameters):
        """Send a command, and return its result; what comes in between is an event."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def open(self, address: str) -> None:
        """Go to a page, and wait until it is there."""
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str):
        """The value of an expression in the page, or of the promise that it is: what JSON can hold."""
        told = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    def until(self, expression: str) -> None:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {expression}")
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys, by name, as a reader does."""
        acts = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask(
            "input.performActions", context=self.tab, actions=[{"type": "key", "id": "keys", "actions": acts}]
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at one place of the view, and let it go at another."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in (start, end)]
        acts = [moves[0], {"type": "pointerDown", "button": 0}, moves[1], {"type": "pointerUp", "button": 0}]
        self.ask(
            "input.performActions",
            context=self.tab,
            actions=[{"type": "pointer", "id": "mouse", "actions": acts}],
        )

    def click(self, selector: str) -> None:
        """Bring the first element that matches into view, and click it."""
        place = self.evaluate(
            f"""(async (one) => {{
              const box = () => {{
                one.scrollIntoView({{ block: "center", behavior: "instant" }});
                const {{ x, y, width, height }} = one.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
              }};
              let before;
              for (let now = box(); String(now) !== String(before); now = box()) {{ // until nothing moves it
                before = now;
                await new Promise((later) => setTimeout(later, 100));
              }}
              return before;
            }})(document.querySelector({json.dumps(selector)}))"""
        )
        self.drag(place, place)

    def close(self) -> None:
        """End the session and the browser."""
        try:
            self.ask("browser.close")
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.socket.close()
            self.profile.cleanup()
