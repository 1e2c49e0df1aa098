/* Python in the reader's browser, in one file, so that it also works from disk. `window.prpnPython` has two doors:

   loops()      resolves to a function that calls one of the explorers' views, in the page itself:
                (await prpnPython.loops())("gates", "explore", {d: [0.7, 0.6], t: 1, ...})  gives what
                prpn_book.views.gates.explore gives. Arguments and answers travel as JSON.
   answers()    a worker that runs what a reader writes; it says "ready" once Python is there, and answers
                {source, task} with what prpn_course.checking.plain.verdict gives, or says "failed". It can be
                ended at any time. It holds no loop: these are the answers to some of the tasks. */
window.prpnPython = ((parts) => {
  // Both of these are written anew into the worker, so they use nothing around them.
  const begin = async ({ micropython, core }) => {
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const address = (text, type) => URL.createObjectURL(new Blob([bytes(text)], { type }));
    const { loadMicroPython } = await import(address(micropython, "text/javascript"));
    const url = address(core, "application/wasm");
    return loadMicroPython({ url, pystack: 16384, stdout: (line) => console.log(line) }); // room for recursion
  };
  const serve = (begin) => {
    let verdict;
    const answer = async (data) => {
      if (data.source !== undefined) return JSON.parse(verdict(data.source, data.task));
      const python = await begin(data);
      python.runPython(`${data.checking}
import io, json, sys

def _trace(error):
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()

def _verdict(source, task):
    return json.dumps(verdict(source, json.loads(task), _trace))
`);
      verdict = python.globals.get("_verdict");
      return "ready";
    };
    self.onmessage = ({ data }) => answer(data).catch((error) => { console.warn(error); return "failed"; })
      .then((said) => self.postMessage(said));
  };

  const start = async () => {
    const python = await begin(parts);
    for (const [path, text] of Object.entries(parts.loops)) {
      python.FS.mkdirTree(`/lib/${path.slice(0, path.lastIndexOf("/"))}`);
      python.FS.writeFile(`/lib/${path}`, text);
    }
    python.runPython(`
import json

def _call(module, function, arguments):
    views = getattr(__import__("prpn_book.views." + module).views, module)
    return json.dumps(getattr(views, function)(**json.loads(arguments)))
`);
    const call = python.globals.get("_call");
    return (module, name, named) => JSON.parse(call(module, name, JSON.stringify(named)));
  };
  let loops;
  return {
    loops: () => (loops ??= start()),
    answers() {
      const text = new Blob([`(${serve})(${begin});`], { type: "text/javascript" });
      const worker = new Worker(URL.createObjectURL(text));
      const { micropython, core, checking } = parts;
      worker.postMessage({ micropython, core, checking });
      return worker;
    },
  };
})(__PARTS__);
