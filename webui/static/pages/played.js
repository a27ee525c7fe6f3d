// Steps through a game, by buttons, keys and a slider, and plays it again; without scripts links do the steps.
import { morph } from "../morph.js";

const main = document.getElementById("main");
const range = main.querySelector("[data-range]");
const replay = main.querySelector("[data-replay]");
const last = Number(main.dataset.of);
const MOST_KNOWN = 400;
const WHOLE = 20000; // ms that a game takes when it is played again
const LEAST = 150; // ms that one moment stands at least
const MOST = 2000;
const known = new Map();
let wanted = at();
let playing = 0;

main.querySelector("[data-scrub]").hidden = false;

function at() {
  return Number(document.getElementById("moment").dataset.at);
}

async function fetched(number, stride) {
  if (!known.has(number)) {
    const answer = await fetch(`${main.dataset.moments}?pas=${number}&tous=${stride}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (known.size > MOST_KNOWN) known.clear();
    page.querySelectorAll("template").forEach((one) => known.set(Number(one.dataset.moment), one));
  }
  return known.get(number);
}

async function show(number, stride = 1) {
  wanted = Math.min(Math.max(number, 1), last);
  range.value = wanted;
  const asked = wanted;
  try {
    const found = await fetched(asked, stride);
    if (asked === wanted && found) draw(found.content.cloneNode(true).firstElementChild, asked);
  } catch {
    stop();
    location.assign(`?pas=${asked}#moment`);
  }
}

function draw(fresh, number) {
  const focused = document.activeElement?.dataset?.way;
  morph(document.getElementById("moment"), fresh);
  if (focused) (document.getElementById(`to-${focused}`) ?? document.querySelector("#moment a[data-way]"))?.focus();
  const links = main.querySelectorAll(".told-all a");
  links.forEach((link) => link.removeAttribute("aria-current"));
  const now = links[number - 1];
  now.setAttribute("aria-current", "step");
  inView(now);
  history.replaceState(null, "", `?pas=${number}`);
}

// The list scrolls, the page stays.
function inView(link) {
  const list = link.closest("ol");
  list.scrollTop += link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

// --- again, in some twenty seconds

function play() {
  const from = wanted >= last ? 1 : wanted;
  const each = Math.min(Math.max(WHOLE / last, LEAST), MOST);
  const stride = Math.max(1, Math.round((last * each) / WHOLE));
  replay.textContent = main.dataset.stop;
  let number = from;
  const tick = async () => {
    await show(number, stride);
    if (!playing) return;
    if (number >= last) return stop();
    number = Math.min(number + stride, last);
    playing = setTimeout(tick, each);
  };
  playing = setTimeout(tick, 0);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  replay.textContent = main.dataset.play;
}

replay.addEventListener("click", () => (playing ? stop() : play()));

// --- fingers and keys

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(Number(link.dataset.to));
});

range.addEventListener("input", () => {
  stop();
  show(Number(range.value));
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 1, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  stop();
  show(to);
});

inView(main.querySelector(".told-all [aria-current]"));
