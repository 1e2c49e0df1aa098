// The state of explorers in the page's address: #gates=...&stepper=..., one part for each that is not as it started.
// A part is JSON in base64 that needs no escape in an address.

const pairs = () => location.hash.slice(1).split("&").map((part) => part.split("=", 2));
const parts = () => new Map(pairs().filter(([, state]) => state));
const encode = (state) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(state))))
  .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const decode = (text) => JSON.parse(new TextDecoder().decode(
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0))));

/** Whether the address holds a state of the explorer `key`. */
export const linked = (key) => parts().has(key);

/** The part of the address that belongs to one explorer. */
export const address = (key) => ({
  read() {
    if (!linked(key)) return undefined;
    try { return decode(parts().get(key)); } catch { return { unreadable: true }; }
  },
  write(state) {
    const all = parts();
    if (!state && !all.has(key)) return;                     // an anchor of the page stays
    if (state) all.set(key, encode(state));
    else all.delete(key);
    const hash = [...all].map((pair) => pair.join("=")).join("&");
    window.history.replaceState(window.history.state, "", hash ? `#${hash}` : location.pathname + location.search);
  },
  /** The page's address as it stands, or with this state alone. */
  link: (state) => (state ? `${location.href.split("#")[0]}#${key}=${encode(state)}` : location.href),
});
