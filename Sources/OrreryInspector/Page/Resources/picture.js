// The picture of the machine that is looked at, with the current state and the last edge lit.

class Picture {
  constructor(run, { onState, onEdge }) {
    this.run = run;
    this.element = document.getElementById("picture");
    this.title = document.getElementById("picture-title");
    this.legend = document.getElementById("legend");
    this.layer = "run";
    this.zoom = 1;
    const pick = (event) => {
      const part = event.target.closest("g.node, g.edge");
      if (part?.classList.contains("edge")) onEdge(this.model, part.id);
      else if (part) onState(this.stateOf(part.id));
    };
    this.element.addEventListener("click", pick);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") pick(event);
    });
  }

  /** Gives the focus to the next state or edge, or the one before. */
  focusPart(by) {
    const parts = [...this.element.querySelectorAll("g.node, g.edge")];
    if (parts.length === 0) return;
    const at = parts.indexOf(document.activeElement);
    const part = parts[at < 0 ? (by > 0 ? 0 : parts.length - 1) : (at + by + parts.length) % parts.length];
    part.setAttribute("tabindex", "-1");
    part.focus();
  }

  stateOf(id) {
    for (const [state, nodes] of this.model?.nodes ?? []) if (nodes.includes(id)) return state;
    return null;
  }

  /** Shows where an instance is after a step; after none, where it started. */
  show(instance, step) {
    const model = this.run.models.get(instance?.machine);
    if (model !== this.model || model?.svg !== this.shown) this.draw(model);
    if (!instance) return;
    const state = step >= 0 ? this.run.kindOf(step).to : this.run.startOf(instance);
    this.title.textContent = `${this.run.nameOf(instance)}${state === null ? "" : ` in ${state}`}`;
    this.light(model, step, state);
  }

  light(model, step, state) {
    for (const lit of this.element.querySelectorAll(".is-current, .was-left, .is-taken")) {
      lit.classList.remove("is-current", "was-left", "is-taken");
    }
    if (!model) return;
    const mark = (ids, name) => {
      for (const id of ids ?? []) this.part(id)?.classList.add(name);
    };
    if (step >= 0) {
      const { from } = this.run.kindOf(step);
      if (from !== state) mark(model.nodes.get(from), "was-left");
      mark(this.run.readingOf(step)?.edges, "is-taken");
    }
    mark(model.nodes.get(state), "is-current");
  }

  part(id) { return this.element.querySelector(`#${CSS.escape(id)}`); }

  draw(model) {
    const isSame = this.model?.id === model?.id;
    this.model = model;
    this.shown = model?.svg;
    this.element.replaceChildren();
    if (!model) return;
    this.element.append(model.svg ? svgElement(model.svg) : this.table(model));
    this.resize(isSame ? 1 : null);
    this.showLayer(this.layer);
  }

  /** What stands in for a picture where none was laid out. */
  table(model) {
    const rows = model.transitions.map((edge) =>
      `${edge.from} –${edge.event}${edge.guard ? ` [${edge.guard}]` : ""}→ ${edge.to ?? "?"}`);
    const list = make("ul", { class: "plain" }, rows.map((row) => make("li", {}, row)));
    return make("div", {}, [
      make("p", {}, "No picture was laid out."), list]);
  }

  // MARK: Size

  resize(factor = null) {
    this.zoom = factor === null ? 1 : Math.min(Math.max(this.zoom * factor, 0.2), 8);
    const svg = this.element.querySelector("svg");
    if (!svg) return;
    const [width, height] = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
    const { clientWidth, clientHeight } = this.element;
    const fit = Math.min((clientWidth - 16) / width, (clientHeight - 16) / height, 1.6);
    svg.setAttribute("width", Math.max(width * fit * this.zoom, 40));
    svg.setAttribute("height", Math.max(height * fit * this.zoom, 40));
  }

  // MARK: Layers

  showLayer(layer) {
    this.layer = layer;
    for (const badge of this.element.querySelectorAll(".badge")) badge.remove();
    for (const part of this.element.querySelectorAll("g.edge, g.node")) {
      part.classList.remove("confirmed", "neverSeen", "undeclared", "explained", "partly");
      part.style.removeProperty("--width");
    }
    this.legend.replaceChildren();
    if (!this.model) return;
    if (layer === "counts") this.showCounts();
    if (layer === "conformance") this.showConformance();
  }

  showCounts() {
    for (const [id, count] of this.counts()) {
      const part = this.part(id);
      if (!part) continue;
      part.style.setProperty("--width", String(1 + Math.log2(count + 1) / 2));
      this.badge(part, `${grouped(count)}×`);
    }
    this.explain([["", "n×: how often an edge was taken; wider is more often"]]);
  }

  /** How often each edge was taken. */
  counts() {
    const kinds = new Float64Array(this.run.kinds.length);
    const { kind } = this.run.steps;
    for (let step = 0; step < this.run.count; step++) kinds[kind.all[step]]++;
    const found = new Map();
    for (const reading of this.model.readings) {
      for (const edge of reading.edges) found.set(edge, (found.get(edge) ?? 0) + kinds[reading.kind]);
    }
    return found;
  }

  showConformance() {
    if (!this.model.isDeclared) {
      this.explain([["", "no declaration was found for this machine: name its source with --source"]]);
      return;
    }
    const verdicts = new Map();
    for (const { edge, verdict } of this.model.transitions) {
      if (edge) verdicts.set(edge, (verdicts.get(edge) ?? new Set()).add(verdict));
    }
    for (const [id, found] of verdicts) {
      const [only] = found;
      this.part(id)?.classList.add(found.size === 1 ? only : found.has("undeclared") ? "undeclared" : "partly");
    }
    const entered = this.enteredNodes();
    for (const [, nodes] of this.model.states) {
      for (const id of nodes) if (!entered.has(id)) this.part(id)?.classList.add("neverSeen");
    }
    this.explain([
      ["confirmed", "confirmed: declared and seen"], ["neverSeen", "never seen"],
      ["partly", "some of its events seen"], ["undeclared", "undeclared: seen and not declared"],
      ["explained", "explained by an edge of unknown target"],
    ]);
  }

  /** The nodes of states in which an instance was. */
  enteredNodes() {
    const found = new Set();
    for (const nodes of this.model.nodes.values()) for (const id of nodes) found.add(id);
    return found;
  }

  explain(entries) {
    for (const [style, meaning] of entries) {
      this.legend.append(make("li", {}, [make("span", { class: `stroke ${style}` }), meaning]));
    }
  }

  badge(part, text) {
    const path = part.querySelector("path");
    const label = part.querySelector("text");
    const badge = document.createElementNS("http://www.w3.org/2000/svg", "text");
    badge.classList.add("badge");
    badge.textContent = text;
    if (path) {
      const place = path.getPointAtLength(path.getTotalLength() / 2);
      badge.setAttribute("x", place.x);
      badge.setAttribute("y", place.y - 3);
    } else if (label) {
      const box = label.getBBox();
      badge.setAttribute("x", box.x + box.width + 4);
      badge.setAttribute("y", label.getAttribute("y"));
    }
    part.append(badge);
  }
}

/** The drawing as an element, without what could run, load or style anything. */
function svgElement(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return make("p", {}, "The picture cannot be read.");
  for (const part of parsed.querySelectorAll("script, style, foreignObject, image, use")) part.remove();
  for (const part of [parsed, ...parsed.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) {
      if (name === "style" || name.startsWith("on") || name.endsWith("href")) part.removeAttribute(name);
    }
  }
  return document.importNode(parsed, true);
}
