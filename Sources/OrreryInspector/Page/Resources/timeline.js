// When each instance was in which state: a lane for each, parents before their children.

const LANE_HEIGHT = 22;

class Timeline {
  constructor(run, onPick) {
    this.run = run;
    this.element = document.getElementById("timeline");
    this.list = document.getElementById("lanes");
    this.canvas = document.getElementById("bands");
    this.first = 0;
    this.selected = -1;
    this.step = -1;
    this.measure();
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.canvas.addEventListener("click", (event) => this.picked(event, onPick));
    this.canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.canvas.addEventListener("pointermove", (event) => this.dragged(event));
    this.list.addEventListener("click", (event) => {
      const lane = event.target.closest("[data-lane]");
      if (lane) this.pickLane(Number(lane.dataset.lane), onPick);
    });
    this.list.addEventListener("wheel", (event) => this.scrollLanes(event), { passive: false });
  }

  // MARK: What is drawn

  /** Puts instances in order, and finds for each the steps by which it moved or was refused. */
  measure() {
    const { run } = this;
    const { instance, kind, time } = run.steps;
    const children = new Map();
    const known = run.instances.filter((one) => one);
    for (const one of known) {
      const parent = one.parent === null ? null : run.instances[one.parent]?.place ?? null;
      if (children.has(parent)) children.get(parent).push(one); else children.set(parent, [one]);
    }
    const counts = new Uint32Array(run.instances.length + 1);
    const isMark = run.kinds.map((one, number) =>
      one.from !== one.to || troubleOf(one, run.readings[number]) !== "");
    for (let step = 0; step < run.count; step++) {
      if (isMark[kind.all[step]]) counts[instance.all[step] + 1]++;
    }
    for (let place = 1; place < counts.length; place++) counts[place] += counts[place - 1];
    this.starts = counts.slice();
    this.marks = new Uint32Array(counts.at(-1));
    const next = counts.slice();
    const has = new Uint8Array(run.instances.length);
    for (let step = 0; step < run.count; step++) {
      has[instance.all[step]] = 1;
      if (isMark[kind.all[step]]) this.marks[next[instance.all[step]]++] = step;
    }
    this.lanes = orderedLanes(known, children, (one) => has[one.place] === 1 || !run.isCut);
    this.laneOf = new Map(this.lanes.map((lane, row) => [lane.instance.place, row]));
    const starts = known.map((one) => one.start).filter((start) => start !== null);
    const low = Math.min(run.count ? time.all[0] : Infinity, starts.length && !run.isCut ? minimum(starts) : Infinity);
    this.span = [Number.isFinite(low) ? low : 0, run.count ? time.all[run.count - 1] : 1];
    if (this.span[1] <= this.span[0]) this.span[1] = this.span[0] + 1;
    this.view ??= [...this.span];
    if (this.isWhole !== false) this.view = [...this.span];
  }

  get capacity() { return Math.max(Math.floor(this.element.clientHeight / this.laneHeight), 1); }

  get laneHeight() { return this.list.querySelector("li")?.offsetHeight || LANE_HEIGHT; }

  // MARK: Where it is

  show(step, place) {
    this.step = step;
    this.selected = place;
    const lane = this.laneOf.get(place) ?? 0;
    if (lane < this.first || lane >= this.first + this.capacity) {
      this.first = Math.max(Math.min(lane - Math.floor(this.capacity / 2), this.lanes.length - this.capacity), 0);
    }
    const now = step >= 0 ? this.run.steps.time.all[step] : this.span[0];
    const [low, high] = this.view;
    if (now < low || now > high) {
      const width = high - low;
      this.look(now - width / 2, now + width / 2);
    }
    this.drawCursor();
  }

  look(low, high) {
    const width = Math.min(Math.max(high - low, 10), this.span[1] - this.span[0]);
    const start = Math.min(Math.max(low, this.span[0]), this.span[1] - width);
    this.view = [start, start + width];
    this.isWhole = width >= this.span[1] - this.span[0];
  }

  zoom(factor, around = null) {
    const [low, high] = this.view;
    const middle = around ?? (this.step >= 0 ? this.run.steps.time.all[this.step] : (low + high) / 2);
    this.look(middle - (middle - low) * factor, middle + (high - middle) * factor);
    this.draw();
  }

  /** Goes so many widths of the view on. */
  pan(by) {
    const [low, high] = this.view;
    this.look(low + by * (high - low), high + by * (high - low));
    this.draw();
  }

  whole() {
    this.look(...this.span);
    this.draw();
  }

  timeAt(x) { return this.view[0] + x / this.canvas.clientWidth * (this.view[1] - this.view[0]); }

  wheeled(event) {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const shift = (event.deltaX || event.deltaY) / this.canvas.clientWidth * (this.view[1] - this.view[0]);
      this.look(this.view[0] + shift, this.view[1] + shift);
      this.draw();
    } else {
      this.zoom(Math.exp(event.deltaY / 400), this.timeAt(event.offsetX));
    }
  }

  dragged(event) {
    if (event.buttons !== 1 || !event.movementX) return;
    const shift = event.movementX / this.canvas.clientWidth * (this.view[1] - this.view[0]);
    this.wasDragged = true;
    this.look(this.view[0] - shift, this.view[1] - shift);
    this.draw();
  }

  scrollLanes(event) {
    if (this.lanes.length <= this.capacity) return;
    event.preventDefault();
    const first = this.first + Math.sign(event.deltaY) * 3;
    this.first = Math.max(Math.min(first, this.lanes.length - this.capacity), 0);
    this.draw();
  }

  picked(event, onPick) {
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    const lane = this.lanes[this.first + Math.floor(event.offsetY / this.laneHeight)];
    if (!lane) return;
    const { steps } = this.run;
    const time = this.timeAt(event.offsetX);
    let step = upperBound(this.run.count, time, (at) => steps.time.all[at]) - 1;
    while (step >= 0 && steps.instance.all[step] !== lane.instance.place) step--;
    onPick(step, lane.instance.place);
  }

  /** Picks the last step of an instance before the current one. */
  pickLane(row, onPick) {
    const { place } = this.lanes[row].instance;
    const { instance } = this.run.steps;
    let step = Math.max(this.step, 0);
    while (step >= 0 && instance.all[step] !== place) step--;
    if (step < 0) step = instance.all.subarray(0, this.run.count).indexOf(place);
    onPick(step, place);
  }

  // MARK: Drawing

  draw() {
    this.base = null;
    this.drawCursor();
  }

  /** Draws the lanes once for a view, and the line of the current step over them. */
  drawCursor() {
    const view = [...this.view, this.first, this.canvas.clientWidth, this.canvas.clientHeight].join();
    if (!this.base || this.baseView !== view) {
      this.drawLanes();
      this.baseView = view;
      this.base = document.createElement("canvas");
      Object.assign(this.base, { width: this.canvas.width, height: this.canvas.height });
      if (this.canvas.width > 0 && this.canvas.height > 0) this.base.getContext("2d").drawImage(this.canvas, 0, 0);
    } else {
      this.showLabels();
    }
    const context = this.canvas.getContext("2d");
    if (this.base.width === 0 || this.base.height === 0) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.base, 0, 0);
    if (this.step < 0) return;
    context.fillStyle = getComputedStyle(document.body).color;
    const x = this.x(this.run.steps.time.all[this.step], this.canvas.width);
    context.fillRect(x - devicePixelRatio, 0, 2 * devicePixelRatio, this.canvas.height);
  }

  showLabels() {
    const shown = this.lanes.slice(this.first, this.first + this.capacity);
    this.list.replaceChildren(...shown.map((lane, row) => this.label(lane, this.first + row)));
    return shown;
  }

  drawLanes() {
    const shown = this.showLabels();
    const scale = devicePixelRatio;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    const context = this.canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(document.body);
    context.font = `${style.fontSize} ${style.fontFamily}`;
    const colors = new Palette();
    shown.forEach((lane, row) => this.drawLane(context, lane.instance, row * this.laneHeight, width, colors));
    this.canvas.setAttribute("aria-label",
      `When each of ${this.lanes.length} instances was in which state, from ${clock(this.view[0])} to ${clock(this.view[1])}`);
  }

  label(lane, row) {
    const { instance, depth } = lane;
    const isSelected = instance.place === this.selected;
    const label = make("li", {
      role: "treeitem", "data-lane": row, "aria-level": depth + 1, "aria-selected": String(isSelected),
      "aria-posinset": row + 1, "aria-setsize": this.lanes.length,
      class: isSelected ? "is-current" : null, title: `${instance.machine ?? "?"} ${instance.number}`,
    }, this.run.nameOf(instance));
    label.style.setProperty("--depth", Math.min(depth, 8));
    return label;
  }

  x(time, width) { return (time - this.view[0]) / (this.view[1] - this.view[0]) * width; }

  drawLane(context, instance, y, width, colors) {
    const { run } = this;
    const { time } = run.steps;
    const [begin, end] = [this.starts[instance.place], this.starts[instance.place + 1]];
    const at = (mark) => time.all[this.marks[mark]];
    let mark = Math.max(begin + upperBound(end - begin, this.view[0], (place) => at(begin + place)) - 1, begin);
    const bound = Math.min(this.x(instance.end ?? this.span[1], width), width);
    let start = this.x(instance.start ?? this.span[0], width);
    let state = run.startOf(instance);
    if (mark > begin) state = run.kindOf(this.marks[mark - 1]).to;
    for (; mark < end && start < width; mark++) {
      const x = this.x(at(mark), width);
      const kind = run.kindOf(this.marks[mark]);
      // A step that begins where the last one did not end: something in between was not recorded.
      const isGap = kind.from !== state && kind.from !== "?" && state !== "?" && state !== null;
      const isTrouble = isGap || troubleOf(kind, run.readingOf(this.marks[mark])) !== "";
      if (kind.from !== kind.to) {
        this.drawBand(context, state, start, x, y, colors);
        [start, state] = [x, kind.to];
      }
      if (isTrouble && x >= 0) this.drawTrouble(context, x, y, colors);
      // What lies within one pixel is not drawn one by one.
      const next = begin + upperBound(end - begin, this.view[0] + (Math.floor(x) + 1) / width * (this.view[1] - this.view[0]), (place) => at(begin + place));
      if (next > mark + 8) {
        mark = next - 2;
        state = run.kindOf(this.marks[mark]).to;
      }
    }
    if (state !== null) this.drawBand(context, state, start, bound, y, colors);
    if (instance.end !== null) this.drawEnd(context, this.x(instance.end, width), y, colors);
  }

  /** Where an instance ends: a bar across its lane. */
  drawEnd(context, x, y, colors) {
    if (x < 0 || x > this.canvas.clientWidth) return;
    context.fillStyle = colors.ink;
    context.fillRect(x - 2, y + 1, 3, this.laneHeight - 2);
  }

  drawBand(context, state, from, to, y, colors) {
    const left = Math.max(from, -2);
    const width = Math.max(Math.min(to, this.canvas.clientWidth + 2) - left, 0);
    if (to < 0 || width === 0) return;
    context.fillStyle = colors.of(state);
    context.fillRect(left, y + 3, Math.max(width - 0.5, 0.5), this.laneHeight - 6);
    if (width < 34) return;
    context.fillStyle = colors.ink;
    context.save();
    context.beginPath();
    context.rect(left, y, width - 4, this.laneHeight);
    context.clip();
    context.fillText(state, Math.max(left, 0) + 5, y + this.laneHeight * 0.68);
    context.restore();
  }

  drawTrouble(context, x, y, colors) {
    context.fillStyle = colors.alarm;
    context.beginPath();
    context.moveTo(x, y + this.laneHeight - 7);
    context.lineTo(x - 4, y + this.laneHeight - 1);
    context.lineTo(x + 4, y + this.laneHeight - 1);
    context.fill();
  }
}

/** A colour for each state, by its name, so that it is the same in all lanes. */
class Palette {
  constructor() {
    const style = getComputedStyle(document.body);
    this.ink = style.color;
    this.alarm = style.getPropertyValue("outline-color") || "red";
    this.isDark = getComputedStyle(document.documentElement).colorScheme === "dark"
      || (document.documentElement.style.colorScheme === "" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.known = new Map();
  }

  of(state) {
    if (!this.known.has(state)) {
      let hash = 7;
      for (const character of state) hash = (hash * 31 + character.codePointAt(0)) % 9973;
      const hue = hash * 137.5 % 360;
      this.known.set(state, `hsl(${hue} ${this.isDark ? "45% 32%" : "60% 84%"})`);
    }
    return this.known.get(state);
  }
}

/** Instances with the depth of each, those below another one behind it. What hangs below nothing, as where
 * instances are parents of each other, comes last. */
function orderedLanes(known, children, isShown) {
  const lanes = [];
  const seen = new Set();
  const add = (roots) => {
    const open = roots.map((instance) => ({ instance, depth: 0 })).reverse();
    while (open.length > 0) {
      const lane = open.pop();
      if (seen.has(lane.instance.place)) continue;
      seen.add(lane.instance.place);
      if (isShown(lane.instance)) lanes.push(lane);
      for (const child of (children.get(lane.instance.place) ?? []).toReversed()) {
        open.push({ instance: child, depth: lane.depth + 1 });
      }
    }
  };
  add(children.get(null) ?? []);
  add(known.filter((one) => !seen.has(one.place)));
  return lanes;
}

function minimum(numbers) { return numbers.reduce((least, number) => Math.min(least, number), Infinity); }
