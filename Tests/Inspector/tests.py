"""Pages of `orrery inspect` in a browser: opened, read, driven by keys, and compared with the tool."""

import base64
import contextlib
import gzip
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import logs

ORRERY = sys.argv[1] if len(sys.argv) > 1 else "orrery"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


class Bench:
    """A folder, a browser, and the tool."""

    def __init__(self, browser, folder):
        self.browser, self.folder = browser, Path(folder)

    def page(self, records, *arguments, source=None, scheme="light", **viewport):
        """The page of a log, opened; it must ask for nothing and complain of nothing."""
        log, page = self.folder / "run.jsonl", self.folder / "run.html"
        log.write_text(records if isinstance(records, str) else logs.text(records))
        if source:
            (self.folder / "Sources/Home").mkdir(parents=True, exist_ok=True)
            (self.folder / "Sources/Home/Door.swift").write_text(source)
            arguments += ("--source", "Sources/Home", "--module", "Home")
        subprocess.run([ORRERY, "inspect", log, "--output", page, *arguments], check=True,
                       cwd=self.folder, capture_output=True, timeout=120)
        return self.opened(page.as_uri(), scheme, **viewport)

    @contextlib.contextmanager
    def opened(self, address, scheme="light", width=1400, height=900, zoom=1):
        context = self.browser.new_context(
            viewport={"width": int(width / zoom), "height": int(height / zoom)},
            device_scale_factor=zoom, color_scheme=scheme, reduced_motion="reduce")
        page, said, asked = context.new_page(), [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.wait_for_selector("body[data-ready]", timeout=60_000)
        yield page
        if address.startswith("file:"):
            own = [url for url in asked if not url.startswith("data:")]
            assert own == [address], f"asked for {own}"
            assert said == [], f"said {said}"
            assert not page.evaluate("'hacked' in globalThis"), "a name ran as a script"
        context.close()


def lit(page, name):
    """The titles of the parts of the picture that have a class."""
    return page.eval_on_selector_all(
        f"#picture .{name}", "parts => parts.map(part => part.querySelector('title')?.textContent)")


def shown(page):
    return page.evaluate("Array.from(orrery.page.list.shown, step => Number(orrery.run.steps.seq.all[step]))")


def current(page):
    return page.evaluate("orrery.page.current < 0 ? null : Number(orrery.run.steps.seq.all[orrery.page.current])")


def wait(page, condition, seconds=10):
    """Asks until something holds; the page's policy lets no browser tool do that in the page."""
    end = time.time() + seconds
    while not page.evaluate(condition):
        assert time.time() < end, f"{condition} after {seconds} s"
        time.sleep(0.05)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


# What nothing dims.
LAMP = """
struct Lamp {
  enum Light { case on, off, dimmed }
  private var light = Light.on
  mutating func toggle() {
    switch light {
    case .on: light = .off
    case .off, .dimmed: light = .on
    }
  }
}
"""


# MARK: The page agrees with the tool


def test_random_logs_are_shown_as_the_tool_shows_them(bench):
    for seed in range(12):
        records = logs.at_random(seed, names=None if seed % 2 else logs.HOSTILE[:9])
        with bench.page(records) as page:
            compare(bench, page, records)


def compare(bench, page, records):
    lines = subprocess.run([ORRERY, "trace", "show", "run.jsonl", "--format", "jsonl"], check=True,
                           cwd=bench.folder, capture_output=True).stdout.decode().splitlines()
    expected = [json.loads(line) for line in lines]
    mono = records[0]["mono"]
    found = json.loads(page.evaluate("""JSON.stringify(
        Array.from({ length: orrery.run.count }, (_, step) => orrery.run.record(step)),
        (key, value) => typeof value === 'bigint' ? `big ${value}` : value)"""),
        object_hook=lambda found: {
            key: int(value[4:]) if isinstance(value, str) and value.startswith("big ") else value
            for key, value in found.items()})
    assert len(found) == len(expected), f"{len(found)} of {len(expected)} steps"
    parents = page.evaluate("""Array.from({ length: orrery.run.count }, (_, step) => {
        const { parent } = orrery.run.instanceOf(step);
        return parent === null ? null : String(orrery.run.instances[parent].number) })""")
    for one, other, parent in zip(found, expected, parents):
        other["time"] = other.pop("at") - mono
        assert str(other.pop("parent", None)) == str(parent), f"{other}: {parent}"
        other.pop("type")
        assert one == other, f"{one} is not {other}"
    for run, life in lives(records).items():
        found = page.evaluate("""run => [BigInt(run), Number(run)].flatMap(number =>
            orrery.run.lifeOf(number, 0).map(({ phase, time, reason }) => [phase, time, reason]))""", str(run))
        assert [tuple(change) for change in found] == [(p, at - mono, why) for p, at, why in life], run


def lives(records):
    """What became of each run, as the log tells it."""
    found = {}
    for record in records:
        if record["type"] == "effect":
            found.setdefault(record["run"], []).append((record["phase"], record["at"], record.get("reason")))
    return found


def test_what_rules_find_stands_beside_the_step_and_in_the_picture(bench):
    records = [logs.header(), logs.machine("Home.Lamp", "mutating"), logs.started("Home.Lamp", 1, "dimmed"),
               logs.step(1, 2000, "Home.Lamp", 1, "toggle", "dimmed", "on"),
               logs.step(2, 3000, "Home.Lamp", 1, "toggle", "on", "off")]
    with bench.page(records, "--layer", "lint", source=LAMP) as page:
        assert "⚑1" in page.inner_text("#picture")
        press(page, "Home")
        assert "no way leads from `on` to `dimmed`" in page.inner_text("#detail")
        press(page, "ArrowRight")
        assert "Remarks" not in page.inner_text("#detail")
    with bench.page(records, source=LAMP) as page:
        assert "⚑" not in page.inner_text("body")


def test_a_plain_log_is_read_as_one_in_another_spelling(bench):
    records = logs.at_random(99, count=3000)
    spaced = "".join(json.dumps(record) + "\n" for record in records)
    with bench.page(records) as page:
        compare(bench, page, records)
    with bench.page(spaced) as page:
        compare(bench, page, records)


# MARK: The picture


def test_the_picture_follows_the_steps(bench):
    with bench.page(logs.door(), source=logs.DOOR) as page:
        assert lit(page, "is-current") == ["open"], "it starts in open"
        press(page, "ArrowRight")
        assert lit(page, "is-current") == ["closed"]
        assert lit(page, "was-left") == ["open"]
        assert lit(page, "is-taken") == ["close"]
        press(page, "ArrowRight", "ArrowLeft")
        assert lit(page, "is-current") == ["closed"], "back is the same"
        press(page, "ArrowLeft")
        assert lit(page, "is-current") == ["open"] and lit(page, "is-taken") == []


def test_layers_tell_what_was_seen(bench):
    with bench.page(logs.door(), source=logs.DOOR) as page:
        press(page, "ArrowRight")
        page.select_option("#layer", "conformance")
        assert sorted(lit(page, "confirmed")) == ["close", "open"]
        assert sorted(lit(page, "neverSeen")) == ["lock", "unlock"]
        assert lit(page, "undeclared") == ["open"]
        press(page, "l", "l")
        badges = page.eval_on_selector_all("#picture .badge", "all => all.map(one => one.textContent)")
        assert sorted(badges) == ["1×", "1×", "2×"], badges


def test_a_click_on_an_edge_goes_to_a_step_that_took_it(bench):
    with bench.page(logs.door(), source=logs.DOOR) as page:
        press(page, "ArrowRight")
        edge = page.evaluate("orrery.run.readingOf(0).edges[0]")
        page.locator(f"#picture [id='{edge}'] text").first.click()
        assert current(page) == 3
        press(page, "Home", "p")
        while page.evaluate("document.activeElement.id") != edge:
            press(page, "p")
        press(page, "Enter")
        assert current(page) == 3, "the same by keys"
        press(page, "P")
        page.locator("#picture g.node", has_text="closed").first.click()
        assert page.input_value("#filter") == 'state:"closed"' and shown(page) == [1, 2, 3, 4]


# MARK: Keys, filters, links


def test_every_key_does_what_the_list_says(bench):
    with bench.page(logs.shop()) as page:
        press(page, "ArrowRight")
        assert current(page) == 1
        press(page, "e")
        assert current(page) == 2, "the first result of its effect"
        press(page, "c")
        assert current(page) == 1, "back to the cause"
        press(page, "End")
        assert current(page) == 4
        press(page, "Home")
        assert current(page) == 1
        press(page, "ArrowDown", "ArrowDown", "ArrowUp")
        assert current(page) == 2
        press(page, "n")
        assert current(page) == 3, "its effect failed"
        press(page, "n")
        assert current(page) == 4, "the effect that led to it failed"
        press(page, "[")
        assert current(page) == 2, "where the shop is at that time"
        press(page, "End", "i")
        assert shown(page) == [3, 4], "the cart's own"
        press(page, "i", "/")
        page.keyboard.type("fetch")
        assert shown(page) == [1, 2]
        press(page, "Escape", "s")
        assert page.is_visible("#sequence") and not page.is_visible("#steps")
        press(page, "s", "+", "-", "0", "t", "l", "N", "PageUp", "PageDown", "?")
        assert page.is_visible("#keys")
        listed = page.locator("#key-list dt").all_inner_texts()
        assert len(listed) == page.evaluate("Object.keys(orrery.page.keys).length")


def test_filters_meet_all_terms(bench):
    with bench.page(logs.shop()) as page:
        for text, expected in [
                ("event:add", [3]), ("state:ready", [2]), ("machine:cart", [3, 4]), ("-machine:cart", [1, 2]),
                ("effect:save instance:2", [3]), ("from:filled to:broken", [4]), ("items: 3", [2]),
                ("is:moved nothing", []), ("is:failed", [3, 4]), ('-"id: 1"', [3, 4]), ('"id: 1"', [1, 2]), ("", [1, 2, 3, 4])]:
            page.fill("#filter", text)
            assert shown(page) == expected, f"{text}: {shown(page)}"
        page.select_option("#machine", "Shop.Shop")
        assert shown(page) == [1, 2]


def test_undeclared_steps_are_found(bench):
    with bench.page(logs.door(), source=logs.DOOR) as page:
        page.fill("#filter", "is:undeclared")
        assert shown(page) == [4]
        page.fill("#filter", "")
        press(page, "Escape", "n")
        assert current(page) == 4
        press(page, "n")
        assert current(page) == 4 and "None follows" in page.inner_text("#notes")


def test_the_detail_tells_lives_causes_and_changes(bench):
    with bench.page(logs.shop()) as page:
        press(page, "ArrowRight")
        detail = page.inner_text("#detail")
        assert "started after 100 ns, gave one event, finished after 2.00 ms" in detail, detail
        page.click("#detail button.link")
        assert current(page) == 2
        detail = page.inner_text("#detail")
        assert "- " in detail and "+   items: 3" in detail, detail
        press(page, "End")
        assert "save run 2: started after 5 ns, failed after 1.00 ms (disk full)" in page.inner_text("#detail")


def test_scrubber_play_and_address(bench):
    with bench.page(logs.shop()) as page:
        page.evaluate("scrubber.value = 3; scrubber.dispatchEvent(new Event('input'))")
        assert current(page) == 3
        assert page.evaluate("location.hash") == "#step=3"
        page.evaluate("location.hash = '#step=2'")
        wait(page, "orrery.page.current === 1")
        page.select_option("#speed", "20")
        press(page, "Escape", "Space")
        wait(page, "orrery.page.current === 3 && !orrery.page.timer")
    address = (bench.folder / "run.html").as_uri() + "#step=4"
    with bench.browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        assert current(page) == 4


def test_a_row_and_a_lane_are_picked_by_the_mouse(bench):
    with bench.page(logs.shop()) as page:
        page.click("#steps [data-step='2']")
        assert current(page) == 3
        page.click("#lanes li >> nth=0")
        assert current(page) == 2, "the last step of the shop before that"
        box = page.locator("#bands").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + 30)
        assert current(page) == 3, "the last step of the cart before that"


# MARK: Hostile input


def test_hostile_names_and_values_do_nothing(bench):
    name, at = "Home.<b>M</b>", 1000
    records = [logs.header(process="</title><script>globalThis.hacked = 1</script>"), logs.machine(name)]
    records.append(logs.started(name, 1, logs.HOSTILE[0]))
    for seq, word in enumerate(logs.HOSTILE * 2, 1):
        at += 1000
        records.append(logs.step(
            seq, at, name, 1, word, word, logs.HOSTILE[seq % len(logs.HOSTILE)],
            effects={"name": word, "run": seq}, payload={"event": word * 5, "state": word + "x" * 100_000}))
    for layer in ("run", "counts", "conformance"):
        with bench.page(records) as page:
            page.evaluate("layer => orrery.page.setLayer(layer)", layer)
            for _ in range(5):
                press(page, "ArrowRight", "s")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"the page is {wide} px too wide"


def test_damaged_and_empty_logs_give_an_error(bench):
    log = bench.folder / "bad.jsonl"
    log.write_text(logs.text([logs.header()]))
    result = subprocess.run([ORRERY, "inspect", log, "--output", "-"], cwd=bench.folder, capture_output=True)
    assert result.returncode == 1 and b"no step to show" in result.stderr, result.stderr


# MARK: Parts of a run


def test_a_cut_and_redacted_page_holds_nothing_else(bench):
    with bench.page(logs.shop(), "--from", "2", "--to", "3", "--redact", source=logs.DOOR) as page:
        assert shown(page) == [2, 3]
        assert "A part of the run." in page.inner_text("#notes")
    source = (bench.folder / "run.html").read_text()
    everything = source + "".join(map(unpacked, re.findall(r'data-packing="gzip">([^<]*)<', source)))
    assert "saved" in everything, "what the page shows is looked at"
    for private in ("items: 3", "disk full", '"program"', str(bench.folder), "run.html", "run.jsonl"):
        assert private not in everything, private


def unpacked(data):
    return gzip.decompress(base64.b64decode(data)).decode(errors="ignore")


def test_a_part_of_a_run_tells_nothing_false(bench):
    with bench.page(logs.shop(), "--from", "1", "--to", "1") as page:
        press(page, "ArrowRight")
        assert "finished after 2.00 ms" in page.inner_text("#detail"), "the end of its effect is a part of the step"
    with bench.page(logs.door(), "--from", "3", source=logs.DOOR) as page:
        assert lit(page, "is-current") == ["open"]
        press(page, "ArrowRight", "ArrowRight")
        assert current(page) == 4
    with bench.page(logs.door(), "--from", "4", source=logs.DOOR) as page:
        assert lit(page, "is-current") == ["closed"], "where the first step of the part begins"


def test_recordings_side_by_side_are_told_apart(bench):
    for name in ("one", "two"):
        (bench.folder / f"{name}.jsonl").write_text(
            logs.text([logs.header(run=name), *logs.shop()[1:]]))
    page = bench.folder / "both.html"
    subprocess.run([ORRERY, "inspect", "one.jsonl", "two.jsonl", "--output", page], check=True,
                   cwd=bench.folder, capture_output=True)
    with bench.opened(page.as_uri()) as tab:
        assert tab.evaluate("orrery.run.count") == 8
        press(tab, "ArrowRight", "i")
        assert tab.evaluate("orrery.page.list.shown.length") == 2, "the shop of one of them"
        lanes = tab.locator("#lanes li").all_inner_texts()
        assert len(set(lanes)) == 4, lanes
        address = tab.evaluate("location.hash")
        assert "recording=" in address, address


def test_lanes_show_all_instances_whoever_their_parents_are(bench):
    name = "A.M"
    records = [logs.header(), logs.machine(name)]
    parents = {1: 2, 2: 1, 3: 3} | {number: number - 1 for number in range(5, 75)}
    for number in range(1, 75):
        records.append(logs.started(name, number, "s", parent=parents.get(number)))
        records.append(logs.step(number, 1000 + number, name, number, "e", "s", "t"))
    with bench.page(records) as page:
        assert page.evaluate("orrery.page.timeline.lanes.length") == 74


def test_replay_keeps_to_the_clock_of_the_run(bench):
    name = "A.M"
    records = [logs.header(), logs.machine(name), logs.started(name, 1, "s")]
    records += [logs.step(n, 1000 + n * 5_000_000, name, 1, "e", "s", "t") for n in range(1, 2001)]
    with bench.page(records) as page:
        page.select_option("#speed", "x1")
        press(page, "Escape", "Space")
        time.sleep(2)
        reached = current(page)
        assert 150 < reached < 600, f"step {reached} of 400 after two seconds"


# MARK: Access


def test_nobody_is_left_out(bench):
    for scheme in ("light", "dark"):
        for zoom in (1, 2):
            with bench.page(logs.shop(), scheme=scheme, zoom=zoom) as page:
                press(page, "ArrowRight", "l")
                found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"]})
                rules = [(one["id"], [node["target"] for node in one["nodes"]])
                         for one in found.response["violations"]]
                assert rules == [], f"{scheme}, {zoom}: {rules}"
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
                press(page, "s")
                assert Axe().run(page).violations_count == 0, "sequence"


# MARK: Live


@contextlib.contextmanager
def served(*arguments, cwd):
    server = subprocess.Popen([ORRERY, "inspect", *arguments], cwd=cwd, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        records = server.stderr.readline().strip().split("ORRERY_TRACE=")[-1]
        yield server, address, records
    finally:
        server.kill()
        server.wait()


def status(address, **headers):
    try:
        return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code


def test_only_who_knows_the_token_is_answered(bench):
    with served("--listen", "127.0.0.1:0", cwd=bench.folder) as (_, address, records):
        base = address.split("/?")[0]
        assert status(address) == 200
        assert status(base + "/") == 403
        assert status(base + "/?token=" + "0" * 32) == 403
        assert status(base + "/events") == 403
        assert status(address, Host="evil.example") == 403
        port = base.rsplit(":", 1)[1]
        assert status(address, Host="evil.example:" + port) == 403
        assert status(address, Host="LocalHost:" + port) == 200
        assert status(address, Host="127.0.0.1") == 403, "another port"
        token = address.split("?")[1]
        assert status(f"{base}/../../etc/passwd?{token}") == 404
        assert status(records) == 404, "records are posted"


def test_steps_reach_the_page_as_they_come(bench):
    log = bench.folder / "live.jsonl"
    records = logs.door()
    log.write_text(logs.text(records[:4]))
    with served("--follow", log, cwd=bench.folder) as (server, address, posted):
        with bench.opened(address) as page:
            assert shown(page) == [1]
            with log.open("a") as file:
                file.write(logs.text(records[4:]))
            wait(page, "orrery.run.count === 5")
            assert shown(page) == [1, 2, 3, 4, 5]
            body = logs.text(logs.shop()).encode()
            urllib.request.urlopen(urllib.request.Request(posted, data=body), timeout=10)
            wait(page, "orrery.run.count === 9")
            assert page.evaluate("orrery.run.machines.size") == 3
            server.kill()
            server.wait()
            wait(page, "document.getElementById('connection').textContent === 'not reached, trying again'")
    port = int(address.split(":")[2].split("/")[0])
    with served("--listen", f"127.0.0.1:{port}", cwd=bench.folder) as (_, again, _):
        assert status(again) == 200, "the port is free again"


def test_who_is_killed_leaves_nothing_behind(bench):
    with served("--listen", "127.0.0.1:0", cwd=bench.folder) as (server, address, posted):
        host, port = address.split("/")[2].split(":")
        files = Path(f"/proc/{server.pid}/fd")
        before = len(list(files.iterdir())) if files.exists() else None
        body = logs.text(logs.shop()).encode()
        for number in range(10):
            viewer, program = (socket.create_connection((host, int(port))) for _ in range(2))
            viewer.sendall(f"GET /events?{address.split('?')[1]} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            assert viewer.recv(12) == b"HTTP/1.1 200"
            program.sendall(f"POST /records?{posted.split('?')[1]} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                            f"Transfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n".encode() + body[:-number - 1])
            viewer.close()
            program.close()
        assert status(address) == 200
        for _ in range(150):
            if before is None or len(list(files.iterdir())) <= before + 2:
                return
            time.sleep(0.1)
        raise AssertionError(f"{len(list(files.iterdir()))} files are open, {before} were")


def main():
    wanted = sys.argv[2:]
    tests = [(name, test) for name, test in globals().items()
             if name.startswith("test_") and (not wanted or name in wanted)]
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, test in tests:
            start = time.time()
            with tempfile.TemporaryDirectory() as folder:
                try:
                    test(Bench(browser, folder))
                    print(f"✔ {name} ({time.time() - start:.1f} s)", flush=True)
                except Exception:
                    failed += 1
                    print(f"✘ {name}\n{traceback.format_exc()}", flush=True)
        browser.close()
    print(f"=> {len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
