// Which steps are shown: words and `key:value` terms, all of which a step must meet.

class Filter {
  constructor(run) {
    this.run = run;
    this.text = "";
    this.machine = "";
    this.verdict = "";
  }

  get isEmpty() { return !this.text.trim() && !this.machine && !this.verdict; }

  /** The numbers of all steps that are shown, from one on. */
  matches(from = 0) {
    const { run } = this;
    const terms = this.terms();
    const kinds = run.kinds.map((kind, number) => terms.kind.every((holds) => holds(kind, run.readings[number])));
    const found = [];
    const { kind } = run.steps;
    for (let step = from; step < run.count; step++) {
      if (kinds[kind.all[step]] && terms.step.every((holds) => holds(step))) found.push(step);
    }
    return found;
  }

  terms() {
    const terms = { kind: [], step: [] };
    if (this.machine) terms.kind.push((kind) => kind.machine === this.machine);
    if (this.verdict) terms.kind.push(verdictTest(this.verdict));
    for (const word of this.text.toLowerCase().match(/-?(?:[a-z]+:)?"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
      const isNot = word.length > 1 && word.startsWith("-");
      this.addTerm(terms, isNot ? word.slice(1) : word, isNot);
    }
    return terms;
  }

  addTerm(terms, word, isNot) {
    const [, key, quoted] = word.match(/^([a-z]+):(.+)$/s) ?? [null, null, word];
    const value = unquoted(quoted);
    const add = (list, holds) => list.push(isNot ? (...given) => !holds(...given) : holds);
    const named = (name) => (kind) => kind[name].toLowerCase().includes(value);
    switch (key) {
      case "event": case "from": case "to": case "machine": case "origin":
        return add(terms.kind, named(key));
      case "state":
        return add(terms.kind, (kind) => kind.from.toLowerCase() === value || kind.to.toLowerCase() === value);
      case "effect":
        return add(terms.kind, (kind) => kind.leaves.some((leaf) => leaf.name.toLowerCase().includes(value)));
      case "is":
        return value === "failed" ? add(terms.step, (step) => this.run.isFailure(step)) : add(terms.kind, verdictTest(value));
      case "recording":
        return add(terms.step, (step) => String(this.run.instanceOf(step).recording + 1) === value);
      case "instance": return add(terms.step, (step) => String(this.run.instanceOf(step).number) === value);
      default: return add(terms.step, this.holdsText(unquoted(word)));
    }
  }

  holdsText(text) {
    const kinds = this.run.kinds.map((kind) => kind.text.includes(text));
    return (step) => {
      if (kinds[this.run.steps.kind.all[step]]) return true;
      const payload = this.run.payloads.get(step);
      return payload !== undefined
        && `${payload.event ?? ""}\n${payload.state ?? ""}`.toLowerCase().includes(text);
    };
  }
}

/** A text in quotes, in which a backslash stands before a quote or a backslash. */
function quoted(text) { return `"${text.replace(/["\\]/g, "\\$&")}"`; }

function unquoted(text) {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;
}

/** What a recorded verdict or one of the declaration says of a kind of step. */
function verdictTest(verdict) {
  return (kind, reading) => kind.verdict === verdict || reading?.verdict?.toLowerCase() === verdict.toLowerCase();
}
