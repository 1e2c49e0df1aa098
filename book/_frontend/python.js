/* Python in the reader's browser. `window.prpnPython` becomes a function that calls one of the course's plain
   loops:  (await prpnPython)("gates", "explore", {d: [0.7, 0.6], t: 1, ...})  gives what prpn_edu.loops.gates.explore
   gives. Arguments and answers travel as JSON. Everything is inside this one file, so it also works from disk. */
window.prpnPython = (async (parts) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const address = (text, type) => URL.createObjectURL(new Blob([bytes(text)], { type }));

  const { loadMicroPython } = await import(address(parts.micropython, "text/javascript"));
  const python = await loadMicroPython({
    url: address(parts.core, "application/wasm"),
    stdout: (line) => console.log(line),
  });
  python.FS.mkdirTree("/lib/prpn_edu/loops");
  for (const [name, text] of Object.entries(parts.loops)) python.FS.writeFile(`/lib/prpn_edu/loops/${name}`, text);
  python.runPython(`
import json

def _call(module, function, arguments):
    loops = getattr(__import__("prpn_edu.loops." + module).loops, module)
    return json.dumps(getattr(loops, function)(**json.loads(arguments)))
`);
  const call = python.globals.get("_call");
  return (module, name, named) => JSON.parse(call(module, name, JSON.stringify(named)));
})(__PARTS__);
