/* A page of the book has no kernel. This script brings the stored explorers to life: the same drawing as in Jupyter,
   with MicroPython in place of the kernel. `parts`, filled in by book/_frontend/vendor.py, holds drawings and style. */
window.prpnExplore = ((parts, home) => {
  const modules = {};
  let python;

  /** The drawing module of an explorer. From disk a page may import no file, but it may import a text. */
  const drawing = (name) => (modules[name] ??= import(
    URL.createObjectURL(new Blob([parts.modules[name]], { type: "text/javascript" }))
  ));

  /** The function that calls a plain Python loop; fetched once a page, when an explorer comes near. */
  const loops = () => (python ??= new Promise((ready, failed) => {
    const script = document.createElement("script");
    script.src = `${home}prpn-python.js`;
    script.onload = () => window.prpnPython.then(ready, failed);
    script.onerror = () => failed(new Error("prpn-python.js is missing"));
    document.head.append(script);
  }));

  /** What a drawing knows of a widget's model, with the loop called here instead of in a kernel. */
  class Model {
    constructor({ state, call }) {
      Object.assign(this, { state, call, listeners: {} });
    }
    get(name) { return this.state[name]; }
    set(name, value) {
      this.state[name] = value;
      (this.listeners[`change:${name}`] ?? []).forEach((listener) => listener());
    }
    on(event, listener) { (this.listeners[event] ??= []).push(listener); }
    off() {}
    async save_changes() {
      const compute = await loops().catch((error) => console.error(error));
      if (!compute) return;                                  // the drawing says that no answer came
      const state = Object.fromEntries(this.call.arguments.map((name) => [name, this.state[name]]));
      this.set("view", { state, ...compute(this.call.module, this.call.function, state) });
    }
  }

  async function bringToLife(twin) {
    twin.dataset.alive = "";
    const stored = JSON.parse(twin.querySelector("script[type='application/json']").textContent);
    const { default: explorer } = await drawing(stored.module);
    twin.replaceChildren();
    explorer.render({ model: new Model(stored), el: twin });
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      loops().catch(() => {});                               // said when it is first needed
    }, { rootMargin: "600px" }).observe(twin);
  }

  const mount = () => document.querySelectorAll(".prpn-twin:not([data-alive])").forEach(bringToLife);

  const style = document.createElement("style");
  style.textContent = parts.style;
  document.head.append(style);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", mount);
  else mount();
  return { mount };
})(__PARTS__, document.currentScript.src.replace(/[^/]*$/, ""));
