// What a run that goes on sends: a chunk for each message, in Base64.

/** With more steps than these, the page begins anew with the last ones that the inspector keeps. */
const MOST_LIVE_STEPS = 4_000_000;

class Live {
  constructor(run, page) {
    this.run = run;
    this.page = page;
    this.waiting = [];
    this.pause = 100;
    this.tell("live");
    this.source = new EventSource(`events${location.search}&from=${document.body.dataset.follows}`);
    this.source.addEventListener("open", () => this.tell("live"));
    this.source.addEventListener("message", (event) => this.take(event));
    this.source.addEventListener("behind", () => location.reload());
    this.source.addEventListener("error", () =>
      this.tell(this.source.readyState === EventSource.CLOSED ? "ended" : "not reached, trying again"));
  }

  tell(state) {
    const element = document.getElementById("connection");
    element.hidden = false;
    element.textContent = state;
  }

  take(event) {
    this.waiting.push(Uint8Array.from(atob(event.data), (character) => character.charCodeAt(0)));
    // Many messages a second are shown together, and no more often than the page is fast.
    this.timer ??= setTimeout(() => this.show(), this.pause);
  }

  show() {
    this.timer = null;
    const begin = performance.now();
    const from = this.run.count;
    for (const chunk of this.waiting.splice(0)) this.run.add(chunk);
    if (this.run.count > MOST_LIVE_STEPS) return location.reload();
    this.page.grown(from);
    this.pause = Math.max(100, 3 * (performance.now() - begin));
  }
}
