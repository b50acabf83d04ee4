// Walks through the steps 0 to `lastStep`: by buttons, keys and the slider, by itself, and from the address.
const PLAY = byId("play").innerHTML, PAUSE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 2h4v12H3zM9 2h4v12H9z"/></svg>';
let now = 0, lastStep = 0, timer = null, drawStep = null, nameStep = null;

function show(number) {
  now = Math.max(0, Math.min(lastStep, number));
  byId("step").value = now;
  byId("step").setAttribute("aria-valuetext", `Step ${now}: ${nameStep(now)}`);
  byId("count").textContent = `${now} / ${lastStep}`;
  byId("first").disabled = byId("back").disabled = now === 0;
  byId("next").disabled = byId("last").disabled = now === lastStep;
  if (now === lastStep) pause();
  drawStep(now);
}

// A screen reader is told of each step, but not while they run by.
function sign(icon, name, live) {
  byId("play").innerHTML = icon;
  byId("play").setAttribute("aria-label", name);
  byId("told").setAttribute("aria-live", live);
}
function pause() {
  clearTimeout(timer);
  timer = null;
  sign(PLAY, "Play", "polite");
}
function play() {
  if (now === lastStep) show(0);
  sign(PAUSE, "Pause", "off");
  const go = () => { timer = setTimeout(() => { if (timer) { go(); show(now + 1); } }, Number(byId("speed").value)); };
  go();
}

function keys(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName) && event.key !== " ") return;
  const act = { ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1), Home: () => show(0), End: () => show(lastStep) }[event.key];
  const toggles = event.key === " " && !event.target.closest("button, select, summary, [type=checkbox]");
  if (!act && !toggles) return;
  event.preventDefault();
  if (toggles) timer ? pause() : play();
  else { pause(); act(); }
}

// Begins: `draw` shows a step, `name` says it in words, `isMarked` tells those that the slider marks.
function walk(last, draw, name, isMarked) {
  [lastStep, drawStep, nameStep] = [last, draw, name];
  byId("step").max = last;
  byId("marks").append(...Array.from({ length: last }, (_, place) => place + 1).filter(isMarked).map((number) => {
    const mark = html("i");
    mark.style.left = `calc(8px + ${number / last} * (100% - 16px))`;
    return mark;
  }));
  for (const [id, to] of Object.entries({ first: () => 0, back: () => now - 1, next: () => now + 1, last: () => last }))
    byId(id).addEventListener("click", () => { pause(); show(to()); });
  byId("play").addEventListener("click", () => (timer ? pause() : play()));
  byId("step").addEventListener("input", () => { pause(); show(Number(byId("step").value)); });
  addEventListener("keydown", keys);
  now = Math.max(0, Math.min(last, Number.parseInt(location.hash.slice(1), 10) || 0));
}
