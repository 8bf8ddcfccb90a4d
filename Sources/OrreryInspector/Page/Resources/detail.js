// All that is known of one step.

class Detail {
  constructor(run, goTo) {
    this.run = run;
    this.goTo = goTo;
    this.element = document.getElementById("detail");
    this.title = document.getElementById("detail-title");
  }

  show(step) {
    this.element.replaceChildren();
    this.element.scrollTop = 0;
    if (step < 0) {
      this.title.textContent = "Step";
      this.element.append(make("p", {}, "No step yet. Press → for the first one, ? for all keys."));
      return;
    }
    this.title.textContent = `Step ${this.run.steps.seq.exact(step)}`;
    this.element.append(this.facts(step), ...this.remarks(step), ...this.effects(step), ...this.trail(step),
      ...this.values(step));
  }

  facts(step) {
    const { run } = this;
    const [kind, reading, instance] = [run.kindOf(step), run.readingOf(step), run.instanceOf(step)];
    const time = run.steps.time.all[step];
    const before = run.previous(step);
    const rows = [
      ["machine", `${kind.machine}, instance ${instance.number}${run.recordings.length > 1 ? ` of run ${instance.recording + 1}` : ""}`
        + `${instance.end === null ? "" : `, ended at ${clock(instance.end)}`}`],
      ["event", `${kind.event} (${ORIGINS[kind.origin] ?? kind.origin})`],
      ["state", kind.from === kind.to ? `stays in ${kind.from}` : `${kind.from} → ${kind.to}`],
      ["verdict", VERDICTS[kind.verdict] ?? kind.verdict],
      ["declaration", this.declaration(kind, reading)],
      ["time", `${clock(time)}${before < 0 ? "" : `, ${duration(time - run.steps.time.all[before])} after its last step`}`],
      ["gap", this.gap(step, before)],
    ];
    return definitions(rows);
  }

  /** What the declaration says: the edges by their guards and places. */
  declaration(kind, reading) {
    const model = this.run.models.get(kind.machine);
    if (!model?.isDeclared) return "no declaration was given";
    const words = make("p", {}, JUDGEMENTS[reading?.verdict] ?? "not judged yet");
    const edges = (reading?.transitions ?? []).map((ordinal) => model.transitions[ordinal]);
    if (reading?.verdict === "undeclared" || edges.length === 0) return words;
    return [words, make("ul", { class: "plain" }, edges.map((edge) => make("li", {}, [
      edge.guard ? `[${edge.guard}] ` : "", make("code", {}, `${edge.file}:${edge.line}`),
      edge.edge ? "" : " (not drawn)"])))];
  }

  /** What a review of the source says of the event and of the states before and after it. */
  remarks(step) {
    const kind = this.run.kindOf(step);
    const states = new Set([kind.from, kind.to].flatMap((state) => [state, ...state.split(", ")]));
    const found = (this.run.models.get(kind.machine)?.remarks ?? []).filter((remark) =>
      (remark.event !== null || remark.state !== null)
      && (remark.event === null || remark.event === kind.event)
      && (remark.state === null || states.has(remark.state)));
    if (found.length === 0) return [];
    return [make("h3", {}, "Remarks"), make("ul", { class: "plain" }, found.map((remark) => make("li", {}, [
      `${remark.message} `, make("code", {}, `${remark.file}:${remark.line}`), ` ${remark.rule}`])))];
  }

  gap(step, before) {
    if (before < 0) return null;
    const [left, begins] = [this.run.kindOf(before).to, this.run.kindOf(step).from];
    return left === begins || left === "?" || begins === "?" ? null
      : `a step is missing: the instance was left in ${left}, and begins here in ${begins}`;
  }

  effects(step) {
    const { run } = this;
    const instance = run.instanceOf(step);
    const started = run.startedBy(step);
    if (started.length === 0) return [];
    const items = started.map(({ name, run: number }) => {
      const life = run.lifeOf(number, instance.recording);
      const caused = run.causedBy(number, instance.recording, step);
      return make("li", {}, [
        make("strong", {}, name), ` run ${number}: `, lifeText(life, run.steps.time.all[step]),
        ...caused.flatMap((other) => [" ", this.stepLink(other)]),
      ]);
    });
    return [make("h3", {}, "Effects"), make("ul", { class: "plain" }, items)];
  }

  /** What led to the step, from the first event that came from outside. */
  trail(step) {
    const { run } = this;
    const cause = run.steps.cause.exact(step);
    if (cause === -1) return [];
    const trail = run.trailTo(step);
    const items = trail.map((other) => make("li", {}, other === step ? "this step" : this.stepLink(other)));
    const note = run.steps.cause.exact(trail[0]) === -1 ? []
      : [make("p", {}, "What began earlier is not in this page.")];
    const life = run.lifeOf(cause, run.instanceOf(step).recording);
    const words = make("p", {}, [make("strong", {}, life[0]?.name ?? "an effect"), ` run ${cause}: `,
      lifeText(life, run.steps.time.all[trail.at(-2) ?? step])]);
    return [make("h3", {}, "Led to by"), words, make("ol", { class: "plain" }, items), ...note];
  }

  stepLink(step) {
    const kind = this.run.kindOf(step);
    return linkTo(`→ ${this.run.steps.seq.exact(step)} ${kind.event}`, () => this.goTo(step));
  }

  values(step) {
    const { run } = this;
    const payload = run.payloads.get(step);
    if (!payload) return [];
    const parts = [];
    if (payload.event !== undefined) {
      parts.push(make("h3", {}, "Event"), make("pre", {}, payload.event));
    }
    if (payload.state !== undefined) {
      const before = run.previous(step, (other) => run.payloads.get(other)?.state !== undefined);
      parts.push(make("h3", {}, before < 0 ? "State" : "State, and what changed since the last step"));
      parts.push(differences(before < 0 ? payload.state : run.payloads.get(before).state, payload.state));
    }
    return parts;
  }
}

const ORIGINS = {
  input: "from outside", ioResult: "result of an effect", internal: "from the machine itself",
  child: "from a nested machine",
};
const VERDICTS = {
  moved: "→ moved", stayed: "↺ handled, and stayed in its state", ignored: "· ignored",
  rejected: "⊘ rejected: the machine does not take it in this state",
  none: "· neither a state nor an effect",
};
const JUDGEMENTS = {
  confirmed: "confirmed: the source declares it", undeclared: "✕ undeclared: no edge of the source does this",
  explained: "? explained: an edge of unknown target accounts for it, or one of these whose event was not recorded",
};

function definitions(rows) {
  return make("dl", {}, rows.filter(([, value]) => value !== null)
    .flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

/** What became of a run, by how long after its step. */
function lifeText(life, since) {
  if (life.length === 0) return "nothing was recorded of it";
  const yields = life.filter((change) => change.phase === "yielded").length;
  const parts = life.filter((change) => change.phase !== "yielded").map((change) =>
    `${change.phase} after ${duration(change.time - since)}${change.reason ? ` (${change.reason})` : ""}`);
  if (yields > 0) parts.splice(1, 0, yields === 1 ? "gave one event" : `gave ${yields} events`);
  const isOver = life.some((change) => ["finished", "cancelled", "failed"].includes(change.phase));
  return parts.concat(isOver ? [] : ["still running"]).join(", ");
}

/** Lines of a text, with signs before those that another one does not have. */
function differences(before, after) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  if (old.length * now.length > 4_000_000) return make("pre", {}, after);
  const rows = changedLines(old, now).map(([sign, line]) =>
    make("span", { class: { "+": "added", "-": "removed" }[sign] ?? null }, `${sign} ${line}\n`));
  return make("pre", {}, rows);
}

/** The longest common lines, as in Hunt and McIlroy's diff. */
function changedLines(old, now) {
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] = old[i] === now[j] ? common[(i + 1) * width + j + 1] + 1
        : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const rows = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      rows.push([" ", now[j++]]);
      i++;
    } else if (i < old.length && (j === now.length || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      rows.push(["-", old[i++]]);
    } else {
      rows.push(["+", now[j++]]);
    }
  }
  return rows;
}
