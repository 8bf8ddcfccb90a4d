"""What a page of `orrery inspect` costs: to be built, to be opened, to be scrolled, to be followed.

  benchmark.py ORRERY [STEPS]

ORRERY is a release build. It prints figures and judges nothing.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

import logs
from tests import CHROMIUM

ORRERY = sys.argv[1]
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
MACHINE = "Login.LoginFeature"


def lines(count, instances=50):
    """A login in many instances, with the life of each effect."""
    yield from logs.text([logs.header(), logs.machine(MACHINE)]).splitlines(True)
    yield from logs.text(logs.started(MACHINE, n, "ready") for n in range(instances)).splitlines(True)
    way = {"ready": ("input", "submitted", "authenticating", "authenticate"),
           "authenticating": ("ioResult", "authenticated", "fetchingUser", "fetchUser"),
           "fetchingUser": ("ioResult", "userFetched", "complete", None),
           "complete": ("input", "logoutTapped", "ready", None)}
    choose, state, runs = random.Random(4), ["ready"] * instances, [None] * instances
    time_, run = 1000, 0
    for seq in range(1, count + 1):
        number = choose.randrange(instances)
        time_ += choose.randint(100, 90_000)
        origin, event, target, effect = way[state[number]]
        cause = runs[number] if origin == "ioResult" else None
        text = (f'{{"type":"step","seq":{seq},"at":{time_},"machine":"{MACHINE}","instance":{number},'
                f'"origin":"{origin}","event":"{event}"')
        if cause is not None:
            text += f',"cause":{cause}'
        text += f',"from":"{state[number]}","to":"{target}","verdict":"moved"'
        if effect:
            run += 1
            runs[number] = run
            text += f',"effects":{{"name":"{effect}","run":{run}}}'
        yield text + "}\n"
        state[number] = target
        for phase, which in (("finished", cause), ("started", run if effect else None)):
            if which is not None:
                yield (f'{{"type":"effect","phase":"{phase}","run":{which},"name":"{effect or "fetchUser"}",'
                       f'"machine":"{MACHINE}","instance":{number},"at":{time_ + 40}}}\n')


def seconds(*arguments):
    start = time.perf_counter()
    subprocess.run([ORRERY, *map(str, arguments)], check=True, capture_output=True)
    return time.perf_counter() - start


def build(log, page):
    """The two take turns, so that both meet the same machine."""
    rounds = [(seconds("inspect", log, "--output", page), seconds("trace", "summary", log)) for _ in range(7)]
    ours, summary = (statistics.median(side) for side in zip(*rounds))
    print(f"built           {ours:6.2f} s   {ours / summary:5.2f} x trace summary  (bar 2)")
    print(f"size            {page.stat().st_size / 1e6:6.1f} MB of {log.stat().st_size / 1e6:.0f} MB of log")


SCROLL = """async () => {
  const list = document.getElementById('steps'), times = [];
  for (let frame = 0, last = performance.now(); frame < 300; frame++) {
    list.scrollTop += list.scrollHeight / 400;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times.sort((one, other) => one - other);
}"""


def opened(browser, page):
    tab = browser.new_page(viewport={"width": 1400, "height": 900})
    start = time.perf_counter()
    tab.goto(page.as_uri())
    tab.wait_for_selector("body[data-ready]", timeout=120_000)
    ready = time.perf_counter() - start
    paint = tab.evaluate("performance.getEntriesByType('paint')[0].startTime")
    frames = tab.evaluate(SCROLL)
    search = tab.evaluate("""() => { const start = performance.now();
        orrery.page.search('event:fetched from:fetchinguser'); return performance.now() - start }""")
    print(f"first paint     {paint / 1000:6.2f} s   usable after {ready:.2f} s")
    print(f"scrolled        {frames[150]:6.1f} ms a frame, 99 % within {frames[297]:.1f} ms  (60 a second are 16.7)")
    print(f"filtered        {search:6.0f} ms")
    tab.close()


def live(browser, folder, rate=10_000, minutes=1):
    log = folder / "live.jsonl"
    source = lines(rate * 60 * minutes)
    log.write_text("".join(next(source) for _ in range(60)))
    server = subprocess.Popen([ORRERY, "inspect", "--follow", log], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    tab = browser.new_page()
    tab.goto(server.stdout.readline().strip())
    tab.wait_for_selector("body[data-ready]")
    written = tab.evaluate("orrery.run.count")
    start, late = time.perf_counter(), 0.0
    with log.open("a") as file:
        for line in source:
            file.write(line)
            if '"step"' not in line:
                continue
            written += 1
            if written % 500 == 0:
                file.flush()
                time.sleep(max(0, start + written / rate - time.perf_counter()))
                if written % 50_000 == 0:
                    asked = time.perf_counter()
                    while tab.evaluate("orrery.run.count") < written - 500:
                        time.sleep(0.02)
                    late = max(late, time.perf_counter() - asked)
    taken = time.perf_counter() - start
    time.sleep(2)
    shown = tab.evaluate("orrery.run.count + Number(document.body.dataset.dropped)")
    print(f"live            {written / taken:6.0f} steps a second for {taken:.0f} s, {written - shown} missing, "
          f"at most {late:.1f} s late")
    server.kill()
    server.wait()
    tab.close()


def main():
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        log, page = folder / "run.jsonl", folder / "run.html"
        with log.open("w") as file:
            file.writelines(lines(STEPS))
        print(f"a page of {STEPS:,} steps")
        build(log, page)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        opened(browser, page)
        live(browser, folder)
        browser.close()


if __name__ == "__main__":
    main()
