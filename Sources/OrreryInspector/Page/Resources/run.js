// A run: what the page holds of it, and how it is read from chunks (orrery.inspect/1).
//
// A chunk is the length of its head (four bytes, the lowest first), the head in JSON, and columns of
// numbers behind it. Each number of a column is told by how far it is from the one before.

/** Reads numbers of as many bytes as each needs (LEB128). Those beyond 2^53 are BigInts. */
class NumberReader {
  constructor(bytes, place) {
    this.bytes = bytes;
    this.place = place;
  }

  next() {
    let byte = this.bytes[this.place++];
    if (byte < 128) return byte;
    let value = byte & 127;
    let factor = 128;
    while (byte >= 128 && factor < 2 ** 49) {
      byte = this.bytes[this.place++];
      value += (byte & 127) * factor;
      factor *= 128;
    }
    return byte < 128 ? value : this.nextLarge(BigInt(value), BigInt(factor));
  }

  nextLarge(value, factor) {
    for (let byte = 128; byte >= 128; factor *= 128n) {
      byte = this.bytes[this.place++];
      value += BigInt(byte & 127) * factor;
    }
    return value;
  }

  /** The number that is so far from another one. */
  after(last) { return added(last, NumberReader.signed(this.next())); }

  static signed(number) {
    if (typeof number === "bigint") return number & 1n ? -(number + 1n) / 2n : number / 2n;
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }
}

/** The sum of two numbers, as 64 bits hold it. */
function added(one, other) {
  if (typeof one === "number" && typeof other === "number") {
    const sum = one + other;
    if (Number.isSafeInteger(sum) && sum >= 0) return sum;
  }
  const sum = BigInt.asUintN(64, BigInt(one) + BigInt(other));
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}

/** Numbers in a typed array that grows; those that it cannot hold exactly stand beside it. */
class Numbers {
  constructor(Type) {
    this.all = new Type(1024);
    this.length = 0;
    this.large = new Map();
  }

  reserve(count) {
    if (count <= this.all.length) return;
    const old = this.all;
    this.all = new old.constructor(Math.max(count, old.length * 2));
    this.all.set(old);
  }

  push(number) {
    if (this.length === this.all.length) this.reserve(this.length + 1);
    if (typeof number === "bigint") this.large.set(this.length, number);
    this.all[this.length++] = Number(number);
  }

  /** The number at a place, exactly. */
  exact(place) { return this.large.get(place) ?? this.all[place]; }
}

/** The columns of a block, in their order. */
const COLUMNS = ["kind", "instance", "time", "seq", "cause", "run", "payload", "effectKind", "effectRun",
  "effectStep", "effectTime"];

class Run {
  constructor() {
    this.texts = [];
    /** What steps look like; each step has the number of one. */
    this.kinds = [];
    /** What became of effects; each change has the number of one. */
    this.effectKinds = [];
    this.machines = new Map();
    this.models = new Map();
    /** What the declaration says of each kind of step. */
    this.readings = [];
    this.recordings = [];
    this.instances = [];
    /** The first step of each instance that the page holds. */
    this.firstSteps = [];
    this.dropped = 0;
    this.lost = 0;
    this.isCut = false;
    this.isRedacted = false;
    this.steps = {
      kind: new Numbers(Uint32Array), instance: new Numbers(Uint32Array),
      time: new Numbers(Float64Array), seq: new Numbers(Float64Array),
      cause: new Numbers(Float64Array), firstRun: new Numbers(Uint32Array),
    };
    this.runs = new Numbers(Float64Array);
    this.effects = {
      kind: new Numbers(Uint32Array), run: new Numbers(Float64Array),
      time: new Numbers(Float64Array),
    };
    this.payloads = new Map();
  }

  get count() { return this.steps.kind.length; }

  // MARK: Chunks

  add(chunk) {
    const length = new DataView(chunk.buffer, chunk.byteOffset).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(chunk.subarray(4, 4 + length)));
    const columns = chunk.subarray(4 + length);
    if (head.schema !== "orrery.inspect/1") throw new Error(`unknown format ${head.schema}`);
    if (head.texts) this.addTables(head, columns);
    let place = 0;
    for (const block of head.blocks) place = this.addBlock(block, columns, place);
  }

  /** Makes room for as many steps as the chunks may hold: each takes some bytes. */
  reserve(chunks) {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    for (const column of Object.values(this.steps)) column.reserve(bytes / 16);
    for (const column of Object.values(this.effects)) column.reserve(bytes / 16);
  }

  addTables(head, columns) {
    for (const text of head.texts) this.texts.push(text);
    for (const machine of head.machines) this.machines.set(machine.id, machine);
    for (const kind of head.kinds) this.addKind(kind);
    for (const kind of head.effectKinds) this.effectKinds.push(kind);
    for (const model of head.models) this.addModel(model);
    Object.assign(this, {
      recordings: head.recordings, dropped: head.dropped, lost: head.lost, isCut: head.isCut,
      isRedacted: head.isRedacted,
    });
    this.addInstances(head.instances, columns);
  }

  addKind(kind) {
    kind.leaves = effectLeaves(kind.effects);
    kind.runs = kind.leaves.filter((leaf) => leaf.starts).length;
    kind.text = [kind.machine, kind.origin, kind.event, kind.from, kind.to, kind.verdict,
      ...kind.leaves.map((leaf) => leaf.name)].join("\n").toLowerCase();
    this.kinds.push(kind);
  }

  addModel(model) {
    model.nodes = new Map(Object.entries(model.nodes));
    model.states = new Map(Object.entries(model.states));
    this.models.set(model.id, model);
    for (const reading of model.readings) this.readings[reading.kind] = reading;
  }

  addInstances(table, bytes) {
    const read = {};
    for (const [name, [place]] of Object.entries(table.columns)) {
      read[name] = new NumberReader(bytes, place);
    }
    const optional = (name) => {
      const number = read[name].next();
      return number === 0 ? null : Number(number) - 1;
    };
    const time = (name) => {
      const number = read[name].next();
      return number === 0 ? null : Number(NumberReader.signed(number - (typeof number === "bigint" ? 1n : 1)));
    };
    for (let row = 0; row < table.count; row++) {
      const place = Number(read.place.next());
      this.instances[place] = {
        place, recording: Number(read.recording.next()), number: read.number.next(),
        machine: this.texts[optional("machine")] ?? null, parent: optional("parent"),
        state: this.texts[optional("state")] ?? null, start: time("start"), end: time("end"),
      };
    }
  }

  /** A block is how many steps, effects and values it has, and how long each column is. */
  addBlock([steps, effects, payloads, ...lengths], bytes, start) {
    const read = {};
    let place = start;
    COLUMNS.forEach((name, column) => {
      read[name] = new NumberReader(bytes, place);
      place += lengths[column];
    });
    let step = this.count;
    const first = step;
    this.addSteps(steps, read);
    this.addEffects(effects, read, first);
    for (let row = 0; row < payloads; row++) {
      step += read.payload.next();
      const [event, state] = [read.payload.next(), read.payload.next()];
      this.payloads.set(step, {
        ...(event && { event: this.texts[event - 1] }), ...(state && { state: this.texts[state - 1] }),
      });
    }
    return place;
  }

  addSteps(count, read) {
    const { kind, instance, time, seq, cause, firstRun } = this.steps;
    let [lastTime, lastSeq, lastRun] = [0, 0, 0];
    for (let row = 0; row < count; row++) {
      const number = read.kind.next();
      kind.push(number);
      const place = read.instance.next();
      this.firstSteps[place] ??= instance.length;
      instance.push(place);
      lastTime += Number(NumberReader.signed(read.time.next()));
      time.push(lastTime);
      lastSeq = read.seq.after(lastSeq);
      seq.push(lastSeq);
      const by = read.cause.next();
      cause.push(by === 0 ? -1
        : added(lastRun, NumberReader.signed(typeof by === "bigint" ? by - 1n : by - 1)));
      firstRun.push(this.runs.length);
      for (let left = this.kinds[number].runs; left > 0; left--) {
        lastRun = read.run.after(lastRun);
        this.runs.push(lastRun);
      }
    }
  }

  /** The time of a change is told by that of the step before it in the block. */
  addEffects(count, read, first) {
    const { kind, run, time } = this.effects;
    let [lastRun, step] = [0, first - 1];
    for (let row = 0; row < count; row++) {
      kind.push(read.effectKind.next());
      lastRun = read.effectRun.after(lastRun);
      run.push(lastRun);
      step += read.effectStep.next();
      const before = step < first ? 0 : this.steps.time.all[step];
      time.push(before + Number(NumberReader.signed(read.effectTime.next())));
    }
  }

  // MARK: Instances

  /** Whether steps before the first one are not in the page. */
  get isPart() { return this.isCut || this.dropped + Number(document.body.dataset.dropped) > 0; }

  /** The state of an instance before its first step in the page; null where nobody knows. */
  startOf(instance) {
    const first = this.firstSteps[instance.place];
    if (first !== undefined && (this.isPart || instance.state === null)) return this.kindOf(first).from;
    return instance.state;
  }

  nameOf(instance) {
    const recording = this.recordings.length > 1 ? ` of run ${instance.recording + 1}` : "";
    return `${shortName(instance.machine)} ${instance.number}${recording}`;
  }

  // MARK: Steps

  kindOf(step) { return this.kinds[this.steps.kind.all[step]]; }

  readingOf(step) { return this.readings[this.steps.kind.all[step]]; }

  instanceOf(step) { return this.instances[this.steps.instance.all[step]]; }

  /** A step as `trace show --format jsonl` has it, but for the machine's clock. */
  record(step) {
    const kind = this.kindOf(step);
    const instance = this.instanceOf(step);
    const cause = this.steps.cause.exact(step);
    let run = this.steps.firstRun.all[step];
    const started = (effect) => effect.of
      ? { op: effect.op, of: effect.of.map(started) }
      : effect.op ? effect : { name: effect.name, run: this.runs.exact(run++) };
    const payload = this.payloads.get(step);
    return {
      seq: this.steps.seq.exact(step), time: this.steps.time.all[step], machine: kind.machine,
      instance: instance.number, origin: kind.origin, event: kind.event,
      ...(cause !== -1 && { cause }), from: kind.from, to: kind.to, verdict: kind.verdict,
      ...(kind.effects && { effects: started(kind.effects) }), ...(payload && { payload }),
    };
  }

  /** The runs that a step starts, with their effects' names. */
  startedBy(step) {
    const first = this.steps.firstRun.all[step];
    return this.kindOf(step).leaves.filter((leaf) => leaf.starts)
      .map((leaf, position) => ({ name: leaf.name, run: this.runs.exact(first + position) }));
  }

  /** The step of a number; -1 where the page does not hold it. */
  find(seq, recording) {
    const wanted = BigInt(seq);
    const { seq: numbers } = this.steps;
    for (let step = 0; step < this.count; step++) {
      if (numbers.all[step] === Number(wanted) && BigInt(numbers.exact(step)) === wanted
        && (recording === null || this.instanceOf(step).recording === recording)) return step;
    }
    return -1;
  }

  /** The step that started a run, looked for backwards from another one; -1 where none is held. */
  starterOf(run, recording, from) {
    for (let step = from; step >= 0; step--) {
      const first = this.steps.firstRun.all[step];
      const end = step + 1 < this.count ? this.steps.firstRun.all[step + 1] : this.runs.length;
      for (let place = first; place < end; place++) {
        if (this.runs.exact(place) === run && this.instanceOf(step).recording === recording) return step;
      }
    }
    return -1;
  }

  /** The steps that a run caused, looked for from the one that started it on. */
  causedBy(run, recording, from, most = 20) {
    const found = [];
    const { cause } = this.steps;
    for (let step = from + 1; step < this.count && found.length < most; step++) {
      if (cause.all[step] === Number(run) && cause.exact(step) === run
        && this.instanceOf(step).recording === recording) found.push(step);
    }
    return found;
  }

  /** The runs of effects that failed, by recording and number. */
  failedRuns() {
    const { kind, run } = this.effects;
    this.failed ??= { upTo: 0, runs: new Set() };
    for (let row = this.failed.upTo; row < kind.length; row++) {
      const { phase, recording } = this.effectKinds[kind.all[row]];
      if (phase === "failed") this.failed.runs.add(`${recording} ${run.exact(row)}`);
    }
    this.failed.upTo = kind.length;
    return this.failed.runs;
  }

  /** Whether a step started an effect that failed, or came of one. */
  isFailure(step) {
    const failed = this.failedRuns();
    if (failed.size === 0) return false;
    const { recording } = this.instanceOf(step);
    const cause = this.steps.cause.exact(step);
    return (cause !== -1 && failed.has(`${recording} ${cause}`))
      || (this.kindOf(step).runs > 0 && this.startedBy(step).some(({ run }) => failed.has(`${recording} ${run}`)));
  }

  /** What became of a run, in order. */
  lifeOf(run, recording) {
    const { kind, run: runs, time } = this.effects;
    const life = [];
    for (let row = 0; row < runs.length; row++) {
      if (runs.all[row] !== Number(run) || runs.exact(row) !== run) continue;
      const change = this.effectKinds[kind.all[row]];
      if (change.recording !== recording) continue;
      life.push({
        phase: change.phase, name: this.texts[change.name], time: time.all[row],
        reason: this.texts[change.reason] ?? null,
      });
    }
    return life;
  }

  /** The steps that led to one, the first event from outside first. */
  trailTo(step, most = 100) {
    const trail = [step];
    while (trail.length < most) {
      const first = trail[0];
      const cause = this.steps.cause.exact(first);
      if (cause === -1) break;
      const starter = this.starterOf(cause, this.instanceOf(first).recording, first);
      if (starter < 0 || trail.includes(starter)) break;
      trail.unshift(starter);
    }
    return trail;
  }

  /** The last step of the same instance before one, for which a condition holds; -1 for none. */
  previous(step, holds = () => true) {
    const { instance } = this.steps;
    for (let other = step - 1; other >= 0; other--) {
      if (instance.all[other] === instance.all[step] && holds(other)) return other;
    }
    return -1;
  }
}

/** The single effects of a tree, in order. */
function effectLeaves(effect) {
  if (!effect) return [];
  if (effect.of) return effect.of.flatMap(effectLeaves);
  return [{ name: effect.name, starts: effect.op !== "cancel" }];
}

/** What the page carries, unpacked by the browser. */
async function embeddedChunk(element) {
  const text = element.textContent.trim();
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  element.remove();
  if (element.dataset.packing !== "gzip") return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
