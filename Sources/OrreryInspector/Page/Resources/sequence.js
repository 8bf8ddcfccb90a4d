// Some steps as a sequence diagram: a lifeline for each instance, an arrow for each step.

/** How many steps are drawn around the current one, and of a window of time at the most. */
const SEQUENCE_STEPS = 40;
const MOST_SEQUENCE_STEPS = 200;
const NAMES_HEIGHT = 32;

class Sequence {
  constructor(run, onPick) {
    this.run = run;
    this.element = document.getElementById("sequence");
    this.element.addEventListener("click", (event) => {
      const arrow = event.target.closest("[data-step]");
      if (arrow) onPick(Number(arrow.dataset.step));
    });
  }

  /** The shown steps of the window of time, where it is not all of it and holds few enough; else those
   * around the current one. */
  chosen(shown, row, [low, high], isWhole) {
    const { time } = this.run.steps;
    const first = upperBound(shown.length, low - 1, (at) => time.all[shown[at]]);
    const end = upperBound(shown.length, high, (at) => time.all[shown[at]]);
    if (!isWhole && end > first && end - first <= MOST_SEQUENCE_STEPS) return [first, end];
    const start = Math.max(Math.min(row - SEQUENCE_STEPS / 2, shown.length - SEQUENCE_STEPS), 0);
    return [start, Math.min(start + SEQUENCE_STEPS, shown.length)];
  }

  /** Draws the shown steps of a window. */
  show(shown, row, current, view, isWhole) {
    const [first, end] = this.chosen(shown, row, view, isWhole);
    const steps = Array.from(shown.slice(first, end));
    const { run } = this;
    const places = [...new Set(steps.flatMap((step) => {
      const instance = run.instanceOf(step);
      return instance.parent === null ? [instance.place] : [instance.parent, instance.place];
    }))].sort((one, other) => one - other);
    const x = new Map(places.map((place, column) => [place, 190 + column * 200]));
    const [width, height] = [200 + places.length * 200, 40 + steps.length * 44];
    const names = shape("svg", { width, height: NAMES_HEIGHT, class: "names" });
    const svg = shape("svg", { width, height, role: "group",
      "aria-label": `${steps.length} steps of ${places.length} instances` });
    for (const place of [null, ...places]) {
      const instance = run.instances[place];
      const at = place === null ? 60 : x.get(place);
      const name = instance ? run.nameOf(instance) : "outside";
      names.append(shape("text", { x: at, y: 22, class: "lifeline" }, name));
      svg.append(shape("line", { x1: at, y1: 0, x2: at, y2: height, class: "lifeline" }));
    }
    steps.forEach((step, position) => svg.append(this.arrow(step, x, 30 + position * 44, step === current)));
    const window = make("p", { class: "window" }, `${grouped(first + 1)} to ${grouped(end)} of `
      + `${counted(shown.length, "shown step")}. Zoom into the time for a window of your own.`);
    this.element.replaceChildren(window, names, svg);
    const place = steps.indexOf(current);
    this.element.scrollTop = place < 0 ? 0 : 30 + place * 44 - this.element.clientHeight / 2;
  }

  arrow(step, x, y, isCurrent) {
    const { run } = this;
    const [kind, instance] = [run.kindOf(step), run.instanceOf(step)];
    const to = x.get(instance.place);
    const isOwn = kind.origin !== "input" && kind.origin !== "child";
    const from = isOwn ? to : instance.parent === null ? 60 : x.get(instance.parent);
    const [sign] = stepSign(kind, run.readingOf(step));
    const group = shape("g", {
      class: `message ${isCurrent ? "is-current" : ""} ${troubleOf(kind, run.readingOf(step))}`, "data-step": step,
    });
    const path = isOwn ? `M${to},${y - 10} h34 v16 h-28` : `M${from},${y + 6} H${to - 6 * Math.sign(to - from)}`;
    const end = isOwn ? to + 6 : to;
    const point = isOwn || from > to ? 6 : -6;
    const label = `${run.steps.seq.exact(step)} ${kind.event}${kind.from === kind.to ? ` ${sign}` : ` → ${kind.to}`}`;
    group.append(shape("path", { d: path }),
      shape("path", { class: "head", d: `M${end},${y + 6} l${point},-4 v8 z` }),
      shape("text", { x: isOwn ? to + 40 : (from + to) / 2, y: isOwn ? y + 2 : y,
        class: isOwn ? "own" : null }, label));
    return group;
  }
}

function shape(name, attributes, text = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(key, value);
  }
  if (text !== null) element.textContent = text;
  return element;
}
