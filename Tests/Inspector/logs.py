"""Logs to look at: of a login, at random, and with names that would like to be markup."""

import json
import random

HOSTILE = [
    "</script><script>globalThis.hacked = 1</script>", "<img src=x onerror='globalThis.hacked = 1'>",
    "\"'`&<>", "\u202eright to left\u2066", "line\nbreak\ttab", "@data@", "${1}", "%00", "\\u0000",
    "a" * 300, "状態", "👩‍👩‍👧", "",
]


def header(run="r", mono=1000, **more):
    return {"type": "header", "schema": "orrery.trace/1", "run": run, "wall": 1_700_000_000.5,
            "mono": mono, "process": "program", "pid": 7, **more}


def machine(name, style="reducer"):
    return {"type": "machine", "machine": name, "style": style, "states": [], "events": []}


def started(name, number, state, at=1000, parent=None):
    record = {"type": "instance", "phase": "started", "machine": name, "instance": number}
    return record | ({"parent": parent} if parent is not None else {}) | {"state": state, "at": at}


def step(seq, at, name, number, event, source, target, verdict="moved", **more):
    record = {"type": "step", "seq": seq, "at": at, "machine": name, "instance": number}
    if more.get("parent") is not None:
        record["parent"] = more["parent"]
    record |= {"origin": more.get("origin", "input"), "event": event}
    if more.get("cause") is not None:
        record["cause"] = more["cause"]
    record |= {"from": source, "to": target, "verdict": verdict}
    for key in ("effects", "payload"):
        if more.get(key) is not None:
            record[key] = more[key]
    return record


def effect(phase, run, name, machine, number, at, reason=None):
    record = {"type": "effect", "phase": phase, "run": run, "name": name, "machine": machine,
              "instance": number, "at": at}
    return record | ({"reason": reason} if reason else {})


def text(records):
    return "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
                   for record in records)


def at_random(seed, count=400, names=None):
    """Any log that the format allows, with numbers as large as it allows."""
    choose = random.Random(seed)
    words = names or ["idle", "loading", "done", "a.b", "x=1, y=2"]
    machines = [choose.choice(words) + f".M{n}" for n in range(choose.randint(1, 4))]
    records = [header(mono=choose.choice([0, 1000, 2**40]))]
    records += [machine(name) for name in machines]
    parents, time, seq, run = {}, records[0]["mono"], choose.choice([0, 2**53 - 10]), choose.choice([0, 2**60])
    runs = []
    for _ in range(count):
        time += choose.randint(0, 10**choose.randint(0, 9))
        name = choose.choice(machines)
        number = choose.choice([1, 2, 3, 2**55 + 1]) * 10 + machines.index(name)
        if number not in parents:
            parents[number] = choose.choice([None, *parents]) if parents else None
            records.append(started(name, number, choose.choice(words), time, parents[number]))
        if choose.random() < 0.2 and runs:
            phase = choose.choice(["started", "yielded", "finished", "cancelled", "failed"])
            records.append(effect(phase, choose.choice(runs), choose.choice(words), name, number, time,
                                  choose.choice([None, "because"])))
            continue
        seq += choose.choice([1, 1, 1, 5])

        def tree(depth=0):
            nonlocal run
            shape = choose.random()
            if depth < 3 and shape < 0.3:
                return {"op": choose.choice(["merge", "concat"]),
                        "of": [tree(depth + 1) for _ in range(choose.randint(1, 3))]}
            if shape < 0.4:
                return {"op": "cancel", "name": choose.choice(words)}
            run += 1
            runs.append(run)
            return {"name": choose.choice(words), "run": run}

        payload = {key: choose.choice(words) for key in ("event", "state") if choose.random() < 0.5}
        records.append(step(
            seq, time, name, number, choose.choice(words), choose.choice(words), choose.choice(words),
            choose.choice(["moved", "stayed", "ignored", "rejected", "none"]),
            origin=choose.choice(["input", "ioResult", "internal", "child"]), parent=parents[number],
            cause=choose.choice(runs) if runs and choose.random() < 0.3 else None,
            effects=tree() if choose.random() < 0.4 else None,
            payload=payload if payload and choose.random() < 0.3 else None))
    return records


DOOR = """
struct Door {
  enum State { case open, closed, locked }
  private(set) var state = State.open
  mutating func close() { switch state { case .open: state = .closed; default: break } }
  mutating func open() { switch state { case .closed: state = .open; default: break } }
  mutating func lock() { switch state { case .closed: state = .locked; default: break } }
  mutating func unlock() { switch state { case .locked: state = .closed; default: break } }
}
"""


def door():
    """A door whose fourth step is not declared; lock and unlock are never seen."""
    name = "Home.Door"
    moves = [("close", "open", "closed", "moved"), ("open", "closed", "open", "moved"),
             ("close", "open", "closed", "moved"), ("open", "closed", "locked", "moved"),
             ("close", "locked", "locked", "ignored")]
    steps = [step(n + 1, 1000 + (n + 1) * 1_000_000, name, 1, *move[:3], verdict=move[3])
             for n, move in enumerate(moves)]
    return [header(), machine(name, "mutating"), started(name, 1, "open"), *steps]


def shop():
    """A parent with a child, an effect that causes a step, and one that fails."""
    shop, cart = "Shop.Shop", "Shop.Cart"
    ms = 1_000_000
    return [
        header(), machine(shop), machine(cart), started(shop, 1, "idle"), started(cart, 2, "empty", parent=1),
        step(1, ms, shop, 1, "open", "idle", "loading", effects={"name": "fetch", "run": 1},
             payload={"event": "open(id: 1)", "state": "Shop(\n  id: 1,\n  items: 0\n)"}),
        effect("started", 1, "fetch", shop, 1, ms + 100), effect("yielded", 1, "fetch", shop, 1, 2 * ms),
        step(2, 2 * ms, shop, 1, "fetched", "loading", "ready", origin="ioResult", cause=1,
             payload={"event": "fetched", "state": "Shop(\n  id: 1,\n  items: 3\n)"}),
        effect("finished", 1, "fetch", shop, 1, 3 * ms),
        step(3, 4 * ms, cart, 2, "add", "empty", "filled", parent=1, effects={"name": "save", "run": 2}),
        effect("started", 2, "save", cart, 2, 4 * ms + 5), effect("failed", 2, "save", cart, 2, 5 * ms, "disk full"),
        step(4, 6 * ms, cart, 2, "saved", "filled", "broken", parent=1, origin="ioResult", cause=2),
    ]
