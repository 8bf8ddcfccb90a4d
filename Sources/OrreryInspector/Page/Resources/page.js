// The page: which step is looked at, and what happens on keys and clicks.

class Page {
  constructor(run) {
    this.run = run;
    this.current = -1;
    this.place = run.count ? run.steps.instance.all[0] : 0;
    this.filter = new Filter(run);
    const go = (step, place) => this.goTo(step, place);
    this.list = new StepList(run, go);
    this.detail = new Detail(run, go);
    this.timeline = new Timeline(run, go);
    this.sequence = new Sequence(run, go);
    this.picture = new Picture(run, {
      onState: (state) => (state === null ? this.say("No instance was there.") : this.search(`state:${quoted(state)}`)),
      onEdge: (model, edge) => this.nextTaking(edge),
    });
    this.wire();
    this.describe();
    this.applyFilter();
    this.readAddress();
  }

  // MARK: The current step

  goTo(step, place = null) {
    this.current = Math.min(step, this.run.count - 1);
    this.place = this.current >= 0 ? this.run.steps.instance.all[this.current] : place ?? this.place;
    this.list.setCurrent(this.current);
    this.detail.show(this.current);
    this.timeline.show(this.current, this.place);
    this.picture.show(this.run.instances[this.place], this.current);
    if (this.isSequence) this.showSequence();
    this.element("scrubber").value = String(this.list.rowOf(this.current) + 1);
    this.element("scrubber").setAttribute("aria-valuetext", this.positionText());
    this.element("clock").textContent = this.current < 0 ? ""
      : `${clock(this.run.steps.time.all[this.current])}, ${this.positionText()}`;
    this.writeAddress();
  }

  positionText() {
    return this.current < 0 ? "before the first step"
      : `step ${this.run.steps.seq.exact(this.current)}, ${this.run.kindOf(this.current).event}`;
  }

  /** Goes so many of the shown steps on. */
  move(by) {
    const row = this.list.rowOf(this.current);
    const isShown = row >= 0 && this.list.shown[row] === this.current;
    const next = row + by + (by < 0 && !isShown ? 1 : 0);
    this.goTo(next < 0 ? -1 : this.list.shown[Math.min(next, this.list.shown.length - 1)] ?? -1);
  }

  /** Goes to the next of the shown steps, or the one before, for which a condition holds. */
  seek(holds, by = 1) {
    const { shown } = this.list;
    const row = this.list.rowOf(this.current);
    let next = by > 0 ? row + 1 : shown[row] === this.current ? row - 1 : row;
    while (next >= 0 && next < shown.length && !holds(shown[next])) next += by;
    if (next >= 0 && next < shown.length) this.goTo(shown[next]);
    else this.say(by > 0 ? "None follows." : "None comes before.");
  }

  isTrouble(step) {
    return troubleOf(this.run.kindOf(step), this.run.readingOf(step)) !== "" || this.run.isFailure(step);
  }

  nextTaking(edge) {
    const { model } = this.picture;
    this.seek((step) => this.run.kindOf(step).machine === model.id
      && (this.run.readingOf(step)?.edges ?? []).includes(edge));
  }

  goToCause() {
    if (this.current < 0) return;
    const cause = this.run.steps.cause.exact(this.current);
    const starter = cause === -1 ? -1
      : this.run.starterOf(cause, this.run.instanceOf(this.current).recording, this.current);
    if (starter >= 0) this.goTo(starter); else this.say("No effect caused this step.");
  }

  goToResult() {
    if (this.current < 0) return;
    const { recording } = this.run.instanceOf(this.current);
    const [first] = this.run.startedBy(this.current).flatMap(({ run }) =>
      this.run.causedBy(run, recording, this.current, 1)).sort((one, other) => one - other);
    if (first !== undefined) this.goTo(first); else this.say("Its effects caused no step.");
  }

  // MARK: Replay

  togglePlay() { if (this.timer) this.pause(); else this.play(); }

  play() {
    if (this.list.rowOf(this.current) >= this.list.shown.length - 1) this.goTo(-1);
    this.element("play").textContent = "▮▮";
    this.element("play").setAttribute("aria-label", "Pause");
    this.started = null;
    const tick = () => {
      this.advance();
      if (this.list.rowOf(this.current) >= this.list.shown.length - 1) this.pause();
      else this.timer = setTimeout(tick, this.pace);
    };
    this.timer = setTimeout(tick, this.pace);
  }

  /** Goes a step on, or to where the run was after so much time. */
  advance() {
    const factor = this.runSpeed;
    if (factor === null) return this.move(1);
    const { time } = this.run.steps;
    if (this.started?.factor !== factor || this.started.step !== this.current) {
      if (this.current < 0) this.move(1);
      this.started = { factor, clock: performance.now(), time: time.all[this.current] };
    }
    const now = this.started.time + (performance.now() - this.started.clock) * 1e6 * factor;
    const { shown } = this.list;
    const row = upperBound(shown.length, now, (at) => time.all[shown[at]]) - 1;
    if (row > this.list.rowOf(this.current)) this.goTo(shown[row]);
    this.started.step = this.current;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.element("play").textContent = "▶";
    this.element("play").setAttribute("aria-label", "Play");
  }

  /** How fast the run is replayed; null where that is steps a second. */
  get runSpeed() {
    const { value } = this.element("speed");
    return value.startsWith("x") ? Number(value.slice(1)) : null;
  }

  /** Milliseconds to the next look. */
  get pace() { return this.runSpeed === null ? 1000 / Number(this.element("speed").value) : 16; }

  // MARK: Filter

  search(text) {
    this.element("filter").value = text;
    this.applyFilter();
  }

  applyFilter() {
    this.filter.text = this.element("filter").value;
    this.filter.machine = this.element("machine").value;
    this.filter.verdict = this.element("verdict").value;
    this.list.setShown(this.filter.matches());
    this.showCounts();
    if (this.isSequence) this.showSequence();
  }

  showCounts() {
    const shown = this.list.shown.length;
    this.element("shown").textContent = shown === this.run.count
      ? `${grouped(shown)}` : `${grouped(shown)} of ${grouped(this.run.count)}`;
    this.element("scrubber").max = String(shown);
    this.element("scrubber").value = String(this.list.rowOf(this.current) + 1);
  }

  toggleInstance() {
    const { number, recording } = this.run.instances[this.place] ?? {};
    const term = this.run.recordings.length > 1 ? `instance:${number} recording:${recording + 1}` : `instance:${number}`;
    const text = this.element("filter").value;
    const rest = text.split(/\s+/).filter((word) => !/^(instance|recording):/.test(word)).join(" ");
    this.search(` ${text} `.includes(` ${term} `) ? rest : `${rest} ${term}`.trim());
  }

  /** Goes to the last step that another instance took before the current one. */
  moveLane(by) {
    const lane = (this.timeline.laneOf.get(this.place) ?? 0) + by;
    if (lane >= 0 && lane < this.timeline.lanes.length) {
      this.timeline.pickLane(lane, (step, place) => this.goTo(step, place));
    }
  }

  // MARK: Views

  setView(isSequence) {
    this.isSequence = isSequence;
    this.element("steps").hidden = isSequence;
    this.element("sequence").hidden = !isSequence;
    this.element("view-list").setAttribute("aria-pressed", String(!isSequence));
    this.element("view-sequence").setAttribute("aria-pressed", String(isSequence));
    if (isSequence) this.showSequence(); else this.list.render();
  }

  showSequence() {
    const { view, isWhole } = this.timeline;
    this.sequence.show(this.list.shown, this.list.rowOf(this.current), this.current, view, isWhole !== false);
  }

  setLayer(layer) {
    this.element("layer").value = layer;
    this.picture.showLayer(layer);
  }

  toggleTheme() {
    const { style } = document.documentElement;
    const isDark = new Palette().isDark;
    style.colorScheme = isDark ? "light" : "dark";
    this.timeline.draw();
  }

  /** What the page holds, and what it does not. */
  describe() {
    const { run } = this;
    const header = run.recordings.find((one) => one?.process);
    const name = header?.process ?? "A run";
    const title = `${name}${header?.wall ? `, ${new Date(header.wall * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC` : ""}`;
    document.title = `${title} · orrery`;
    this.element("title").textContent = title;
    const machines = [...new Set(run.kinds.map((kind) => kind.machine))].sort();
    this.element("totals").textContent = [
      counted(run.count, "step"), counted(machines.length, "machine"),
      counted(run.instances.filter((one) => one).length, "instance")].join(", ");
    setOptions(this.element("machine"), machines);
    const verdicts = [...run.kinds.map((kind) => kind.verdict), ...run.readings.map((reading) => reading?.verdict)];
    setOptions(this.element("verdict"), [...new Set(verdicts)].filter((one) => one).sort());
    const dropped = run.dropped + Number(document.body.dataset.dropped);
    const notes = [
      dropped ? `${grouped(dropped)} earlier steps are not in this page.` : "",
      run.lost ? `${grouped(run.lost)} records were lost while recording.` : "",
      run.isCut ? "A part of the run." : "", run.isRedacted ? "Values were left out." : "",
    ];
    this.element("notes").textContent = notes.filter((note) => note).join(" ");
  }

  say(text) {
    const notes = this.element("notes");
    notes.textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.describe(), 4000);
  }

  /** What came in while the page was open. */
  grown(from) {
    const isAtEnd = this.list.shown.length === 0 || this.current === this.list.shown.at(-1);
    for (const step of this.filter.matches(from)) this.list.shown.push(step);
    this.list.setShown(this.list.shown);
    this.timeline.measure();
    this.describe();
    this.showCounts();
    this.timeline.base = null;
    if (this.picture.layer !== "run") this.picture.showLayer(this.picture.layer);
    this.goTo(isAtEnd && !this.timer ? this.list.shown.at(-1) ?? -1 : this.current);
  }

  // MARK: The address

  writeAddress() {
    const parts = new URLSearchParams();
    if (this.current >= 0) {
      parts.set("step", String(this.run.steps.seq.exact(this.current)));
      const { recording } = this.run.instanceOf(this.current);
      if (this.run.recordings.length > 1) parts.set("recording", String(recording));
    }
    history.replaceState(null, "", parts.size ? `#${parts}` : location.pathname + location.search);
  }

  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const seq = parts.get("step");
    const recording = parts.get("recording");
    const isNumber = /^\d{1,20}$/.test(seq ?? "");
    const step = isNumber ? this.run.find(seq, recording === null ? null : Number(recording)) : -1;
    this.goTo(step);
    if (isNumber && step < 0) this.say(`Step ${seq} is not in this page.`);
  }

  // MARK: Wiring

  element(id) { return document.getElementById(id); }

  wire() {
    const on = (id, event, action) => this.element(id).addEventListener(event, action);
    on("filters", "submit", (event) => event.preventDefault());
    on("filter", "input", () => this.applyFilter());
    on("machine", "change", () => this.applyFilter());
    on("verdict", "change", () => this.applyFilter());
    on("layer", "change", (event) => this.picture.showLayer(event.target.value));
    on("zoom-in", "click", () => this.picture.resize(1.25));
    on("zoom-out", "click", () => this.picture.resize(0.8));
    on("zoom-fit", "click", () => this.picture.resize());
    on("view-list", "click", () => this.setView(false));
    on("view-sequence", "click", () => this.setView(true));
    on("help-button", "click", () => this.element("keys").showModal());
    on("theme", "click", () => this.toggleTheme());
    on("play", "click", () => this.togglePlay());
    for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["forward", "ArrowRight"],
      ["last", "End"], ["next-trouble", "n"]]) on(id, "click", () => this.keys[key].act());
    on("scrubber", "input", (event) => {
      const row = Number(event.target.value) - 1;
      this.goTo(row < 0 ? -1 : this.list.shown[row]);
    });
    this.keys = this.makeKeys();
    this.listKeys();
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.readAddress());
    addEventListener("resize", () => {
      this.list.setShown(this.list.shown);
      this.picture.resize();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.timeline.draw());
  }

  makeKeys() {
    const key = (meaning, act) => ({ meaning, act });
    return {
      ArrowRight: key("next step", () => this.move(1)), ArrowLeft: key("step before", () => this.move(-1)),
      ArrowDown: key("next step", () => this.move(1)), ArrowUp: key("step before", () => this.move(-1)),
      PageDown: key("a page on", () => this.move(this.list.capacity)),
      PageUp: key("a page back", () => this.move(-this.list.capacity)),
      Home: key("first step", () => this.goTo(this.list.shown[0] ?? -1)),
      End: key("last step", () => this.goTo(this.list.shown.at(-1) ?? -1)),
      " ": key("play, pause", () => this.togglePlay()),
      n: key("next refused, undeclared or failed", () => this.seek((step) => this.isTrouble(step))),
      N: key("the one before", () => this.seek((step) => this.isTrouble(step), -1)),
      c: key("the step that started the effect which caused this one", () => this.goToCause()),
      e: key("the first step that its effects caused", () => this.goToResult()),
      i: key("this instance only, all", () => this.toggleInstance()),
      "[": key("the instance above, where it is", () => this.moveLane(-1)),
      "]": key("the instance below", () => this.moveLane(1)),
      "/": key("filter", () => this.element("filter").focus()),
      l: key("next layer of the picture", () => {
        const layers = ["run", "counts", "conformance"];
        this.setLayer(layers[(layers.indexOf(this.picture.layer) + 1) % layers.length]);
      }),
      p: key("next state or edge of the picture; Enter goes to its steps", () => this.picture.focusPart(1)),
      P: key("the one before", () => this.picture.focusPart(-1)),
      s: key("sequence, list", () => this.setView(!this.isSequence)),
      "+": key("time larger", () => this.timeline.zoom(0.5)),
      ",": key("time before", () => this.timeline.pan(-0.5)), ".": key("time after", () => this.timeline.pan(0.5)),
      "-": key("time smaller", () => this.timeline.zoom(2)), 0: key("all of the time", () => this.timeline.whole()),
      t: key("light, dark", () => this.toggleTheme()),
      "?": key("these keys", () => this.element("keys").showModal()),
      Escape: key("leave the filter, stop playing", () => this.escape()),
    };
  }

  escape() {
    this.pause();
    document.activeElement?.blur();
  }

  listKeys() {
    const names = { " ": "space", ArrowRight: "→", ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑" };
    this.element("key-list").append(...Object.entries(this.keys).flatMap(([key, { meaning }]) =>
      [make("dt", {}, make("kbd", {}, names[key] ?? key)), make("dd", {}, meaning)]));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.element("keys").open) return;
    const isTyping = event.target.matches("input:not([type=range]), select, textarea");
    const isOnButton = event.target.matches("button") && [" ", "Enter"].includes(event.key);
    if (isOnButton || (isTyping && event.key !== "Escape")) return;
    const key = this.keys[event.key];
    // A pane that has the focus and can be scrolled is scrolled.
    const isScrolled = /^(Arrow|Page|Home|End)/.test(event.key) && event.target.closest("#detail, #picture, #sequence");
    if (!key || isScrolled) return;
    event.preventDefault();
    key.act();
  }
}

/** Puts choices behind the first one of a list, which stands for all. */
function setOptions(list, names) {
  const { value } = list;
  if (list.options.length === names.length + 1) return;
  list.replaceChildren(list.options[0], ...names.map((name) => make("option", { value: name }, name)));
  list.value = names.includes(value) ? value : "";
}

async function start() {
  const run = new Run();
  const chunks = await Promise.all([...document.querySelectorAll(".chunk")].map(embeddedChunk));
  run.reserve(chunks);
  for (const chunk of chunks) run.add(chunk);
  const page = new Page(run);
  // For tests, and for who wants to ask more in the browser's console.
  globalThis.orrery = { run, page };
  if (document.body.dataset.follows) new Live(run, page);
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  document.getElementById("notes").textContent = `This page cannot be shown: ${error.message}`;
});
