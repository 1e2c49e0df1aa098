/** What a drawing knows of a widget's model, with the loop called here instead of in a kernel. */
export class Model {
  constructor(state, loops, address) {
    Object.assign(this, { state, loops, address, listeners: {} });
  }
  /** Resolves once Python is there; asking for it fetches it. */
  get ready() { return this.loops(); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; this.tell(`change:${name}`); }
  tell(event) { (this.listeners[event] ?? []).forEach((listener) => listener()); }
  on(event, listener) { (this.listeners[event] ??= []).push(listener); }
  off(event, listener) { this.listeners[event] = (this.listeners[event] ?? []).filter((one) => one !== listener); }
  async save_changes() {
    const { module, function: name, arguments: names } = this.state.content.call;
    try {
      const compute = await this.loops();
      const state = Object.fromEntries(names.map((argument) => [argument, this.state[argument]]));
      this.set("view", { state, ...compute(module, name, state) });
    } catch (error) {
      console.error(error);
      this.tell("trouble");                                  // the drawing says that no answer came
    }
  }
}
