// Small parts that all views share.

/** An element with attributes and children; text is never read as markup. */
function make(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...[children].flat());
  return element;
}

/** A button that looks like a link. */
function linkTo(text, action) {
  const button = make("button", { type: "button", class: "link" }, text);
  button.addEventListener("click", action);
  return button;
}

/** The last part of an id: `Login.LoginFeature` is shown as `LoginFeature`. */
function shortName(id) { return id === null || id === undefined ? "?" : id.split(".").at(-1); }

function grouped(number) { return number.toLocaleString("en-US"); }

function counted(number, name) { return `${grouped(number)} ${name}${number === 1 ? "" : "s"}`; }

/** Nanoseconds as people read them. */
function duration(nanoseconds) {
  const sign = nanoseconds < 0 ? "−" : "";
  const size = Math.abs(nanoseconds);
  if (size < 1e3) return `${sign}${size} ns`;
  if (size < 1e6) return `${sign}${(size / 1e3).toFixed(1)} µs`;
  if (size < 1e9) return `${sign}${(size / 1e6).toFixed(size < 1e7 ? 2 : 1)} ms`;
  return size < 60e9 ? `${sign}${(size / 1e9).toFixed(3)} s` : sign + clock(size);
}

/** Nanoseconds since the start, as a clock: `1:02:03.456`. */
function clock(nanoseconds) {
  const seconds = Math.abs(nanoseconds) / 1e9;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(3).padStart(6, "0");
  const text = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
  return nanoseconds < 0 ? `−${text}` : text;
}

/** The first place of an ordered list whose value is more than another; `value` reads a place. */
function upperBound(count, wanted, value) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value(middle) > wanted) high = middle; else low = middle + 1;
  }
  return low;
}
