// What a run that goes on sends: a chunk for each message, in Base64.

/** With more steps than these, the page begins anew with the last ones that the inspector keeps. */
const MOST_LIVE_STEPS = 4_000_000;

class Live {
  constructor(run, page) {
    this.run = run;
    this.page = page;
    this.waiting = [];
    this.source = new EventSource(`events${location.search}&from=${document.body.dataset.follows}`);
    this.source.addEventListener("message", (event) => this.take(event));
    this.source.addEventListener("error", () => page.say("The recorded run cannot be reached; trying again."));
    this.source.addEventListener("behind", () => location.reload());
    this.source.addEventListener("end", () => {
      this.source.close();
      page.say("The inspector has ended.");
    });
  }

  take(event) {
    this.waiting.push(Uint8Array.from(atob(event.data), (character) => character.charCodeAt(0)));
    // Many messages a second are shown together.
    this.frame ??= setTimeout(() => this.show(), 100);
  }

  show() {
    this.frame = null;
    const from = this.run.count;
    for (const chunk of this.waiting.splice(0)) this.run.add(chunk);
    if (this.run.count > MOST_LIVE_STEPS) location.reload();
    else this.page.grown(from);
  }
}
