// The way back and forth. One drag is one step, however many places it passed.

export function history() {
  const past = [], future = [];
  let moving = false;
  return {
    /** Remember the state before a change; `live` says that the change belongs to a drag that still goes on. */
    record(before, live) {
      if (!(live && moving)) past.push(before);
      moving = live;
      future.length = 0;
    },
    rest() { moving = false; },
    /** Forget the last step, whichever way it went, if it came from the state that `isKept` knows. */
    drop(isKept) {
      moving = false;
      const side = [past, future].find((one) => one.length > 0 && isKept(one.at(-1)));
      side?.pop();
    },
    /** The state before the last change, or undefined; `now` becomes the one to come back to. */
    undo(now) { return shift(past, future, now); },
    redo(now) { return shift(future, past, now); },
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
  };

  function shift(from, to, now) {
    moving = false;
    if (from.length > 0) to.push(now);
    return from.pop();
  }
}
