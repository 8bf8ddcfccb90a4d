// The list of steps. Only the rows that are seen exist; a long list is scrolled in proportion.

const ROW_HEIGHT = 26;
/** Browsers cut elements that are higher. */
const MOST_HEIGHT = 8_000_000;

class StepList {
  constructor(run, onPick) {
    this.run = run;
    this.element = document.getElementById("steps");
    this.space = make("div", { class: "space", role: "presentation" });
    this.rows = make("div", { class: "rows", role: "rowgroup" });
    this.header = make("div", { class: "row head", role: "row" },
      ["step", "time", "instance", "event", "state", "verdict", "effects"].map((name) =>
        make("span", { role: "columnheader" }, name)));
    this.element.append(make("div", { role: "rowgroup" }, this.header), this.rows, this.space);
    this.shown = [];
    this.current = -1;
    this.first = 0;
    this.element.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.element.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) onPick(Number(row.dataset.step));
    });
  }

  get capacity() {
    return Math.max(Math.floor((this.element.clientHeight - ROW_HEIGHT) / this.rowHeight), 1);
  }

  /** Grows with the text, so that 200 % stays readable. */
  get rowHeight() { return this.height ??= this.header.offsetHeight || ROW_HEIGHT; }

  get height() { return this.measured; }
  set height(value) { this.measured = value; }

  /** How many pixels of the list one pixel of the scroll bar stands for. */
  get scale() {
    const full = this.shown.length * this.rowHeight;
    return full > MOST_HEIGHT ? full / MOST_HEIGHT : 1;
  }

  setShown(shown) {
    this.shown = shown;
    this.height = undefined;
    this.element.setAttribute("aria-rowcount", String(shown.length + 1));
    this.space.style.height = `${Math.min(shown.length * this.rowHeight, MOST_HEIGHT)}px`;
    this.first = Math.min(this.first, Math.max(shown.length - this.capacity, 0));
    this.render();
  }

  setCurrent(step) {
    this.current = step;
    const row = this.rowOf(step);
    if (row < this.first || row >= this.first + this.capacity - 1) {
      this.scrollTo(row - Math.floor(this.capacity / 2));
    }
    this.render();
  }

  /** The place of a step in the list, or of the one before it. */
  rowOf(step) { return upperBound(this.shown.length, step, (row) => this.shown[row]) - 1; }

  scrollTo(row) {
    this.first = Math.max(Math.min(row, this.shown.length - this.capacity), 0);
    this.isScrolling = true;
    this.element.scrollTop = this.first * this.rowHeight / this.scale;
    requestAnimationFrame(() => { this.isScrolling = false; });
  }

  scrolled() {
    if (!this.isScrolling) {
      this.first = Math.round(this.element.scrollTop * this.scale / this.rowHeight);
    }
    this.render();
  }

  /** In proportion a notch of the wheel would pass over rows. */
  wheeled(event) {
    if (this.scale === 1 || event.ctrlKey) return;
    event.preventDefault();
    this.scrollTo(this.first + Math.round(event.deltaY / this.rowHeight));
    this.render();
  }

  render() {
    const count = Math.min(this.capacity + 1, this.shown.length - this.first);
    const rows = [];
    for (let row = this.first; row < this.first + count; row++) rows.push(this.row(row));
    this.rows.replaceChildren(...rows);
    const current = this.rows.querySelector(".is-current");
    if (current) this.element.setAttribute("aria-activedescendant", current.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  row(position) {
    const step = this.shown[position];
    const { run } = this;
    const [kind, reading, instance] = [run.kindOf(step), run.readingOf(step), run.instanceOf(step)];
    const [sign, words] = stepSign(kind, reading);
    const cells = [
      String(run.steps.seq.exact(step)), clock(run.steps.time.all[step]),
      run.nameOf(instance), kind.event,
      kind.from === kind.to ? kind.from : `${kind.from} → ${kind.to}`, `${sign} ${words}`,
      kind.leaves.map((leaf) => leaf.starts ? leaf.name : `cancel ${leaf.name}`).join(", "),
    ].map((text, column) => make("span", { role: "gridcell", title: column > 1 ? text : null }, text));
    return make("div", {
      class: `row ${troubleOf(kind, reading)} ${step === this.current ? "is-current" : ""}`,
      role: "row", id: `step-row-${step}`, "data-step": step, "aria-rowindex": position + 2,
      "aria-selected": String(step === this.current),
    }, cells);
  }
}

/** A sign and a word for what a step did. */
function stepSign(kind, reading) {
  if (reading?.verdict === "undeclared") return ["✕", "undeclared"];
  const sign = { moved: "→", stayed: "↺", ignored: "·", rejected: "⊘", none: "·" }[kind.verdict] ?? "?";
  return [reading?.verdict === "explained" ? "?" : sign, kind.verdict];
}

/** Why a step is looked for: it was refused, or the declaration does not have it. */
function troubleOf(kind, reading) {
  if (reading?.verdict === "undeclared") return "undeclared";
  return kind.verdict === "rejected" ? "rejected" : "";
}
