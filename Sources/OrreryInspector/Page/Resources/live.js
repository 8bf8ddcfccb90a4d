// What a run that goes on sends: a chunk for each message, in Base64.

class Live {
  constructor(run, page) {
    this.run = run;
    this.page = page;
    this.waiting = [];
    this.source = new EventSource(`events${location.search}`);
    this.source.addEventListener("message", (event) => this.take(event));
    this.source.addEventListener("error", () => page.say("The recorded run cannot be reached; trying again."));
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
    this.page.grown(from);
  }
}
