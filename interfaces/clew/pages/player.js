
// The footer: it stands at a step, goes to others, and plays. `begin` is told how many steps there are and who shows one.
const player = {
  now: 0, count: 0, timer: null, icon: byId("play").innerHTML,
  pauseIcon: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 2h4v12H3zM9 2h4v12H9z"/></svg>',

  begin(count, show) {
    this.count = count;
    this.show = show;
    this.now = this.within(Number.parseInt(location.hash.slice(1), 10) || 0);
    byId("step").max = count - 1;
    for (const [id, to] of Object.entries({ first: () => 0, back: () => this.now - 1, next: () => this.now + 1, last: () => count - 1 }))
      byId(id).addEventListener("click", () => { this.pause(); this.go(to()); });
    byId("play").addEventListener("click", () => this.toggle());
    byId("step").addEventListener("input", () => { this.pause(); this.go(Number(byId("step").value)); });
    addEventListener("keydown", (event) => this.key(event));
  },
  within(number) { return Math.max(0, Math.min(this.count - 1, number)); },
  go(number) {
    this.now = this.within(number);
    this.show(this.now);
  },
  // Says where it stands; `called` is the step in words.
  at(number, called) {
    const last = number === this.count - 1;
    byId("step").value = number;
    byId("step").setAttribute("aria-valuetext", `Step ${number}: ${called}`);
    byId("count").textContent = `${number} / ${this.count - 1}`;
    byId("first").disabled = byId("back").disabled = number === 0;
    byId("next").disabled = byId("last").disabled = last;
    if (last) this.pause();
  },
  // A screen reader is told of each step, but not while they run by.
  sign(icon, name, live) {
    byId("play").innerHTML = icon;
    byId("play").setAttribute("aria-label", name);
    byId("told").setAttribute("aria-live", live);
  },
  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.sign(this.icon, "Play", "polite");
  },
  play() {
    if (this.now === this.count - 1) this.go(0);
    this.sign(this.pauseIcon, "Pause", "off");
    const on = () => { this.timer = setTimeout(() => { if (this.timer) { on(); this.go(this.now + 1); } }, Number(byId("speed").value)); };
    on();
  },
  toggle() { this.timer ? this.pause() : this.play(); },
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName) && event.key !== " ") return;
    const to = { ArrowRight: () => this.now + 1, ArrowLeft: () => this.now - 1, Home: () => 0, End: () => this.count - 1 }[event.key];
    const toggles = event.key === " " && !event.target.closest("button, select, summary, [type=checkbox], [type=radio]");
    if (!to && !toggles) return;
    event.preventDefault();
    if (toggles) this.toggle();
    else { this.pause(); this.go(to()); }
  },
};
