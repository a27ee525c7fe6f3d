// Keeps the table page live: newest pieces by stream, or by asking; forms without leaving the page.
import { link } from "./link.js";
import { drawn, isShown, ofAnotherFamily, table } from "./morph.js";

const main = document.getElementById("main");
const root = document.documentElement;
const lost = document.querySelector("[data-lost]");
const toast = document.querySelector("[data-toast]");

// --- newest pieces

const throwNow = () => main.querySelector("[data-throw]")?.dataset.throw ?? "";
const refusedNow = () => table().dataset.refused ?? "";

function draw(html) {
  if (ofAnotherFamily(html)) return location.reload();
  const before = throwNow();
  const refused = refusedNow();
  const focused = main.contains(document.activeElement);
  const scores = scoresNow();
  if (!drawn(html, afterPraise)) return;
  if ("read" in toast.dataset) unsay();
  countTo(scores);
  if (throwNow() !== before) {
    main.querySelectorAll("form").forEach((form) => form.reset());
    delete root.dataset.asked;
    document.querySelectorAll(".flash").forEach((said) => said.remove()); // its undo was meant for what stood then
  }
  // What was refused turns back.
  if (refusedNow() !== "" && refusedNow() !== refused) main.querySelectorAll(".frame, .cast").forEach((form) => form.reset?.());
  main.dispatchEvent(new Event("drawn"));
  offerHints();
  countChosen();
  const now = document.activeElement;
  if (!isShown(now) || (focused && (!main.contains(now) || now.disabled))) focusNext();
}

// --- frozen: what is shown stays as it is and the newest waits, until somebody resumes, or does something at the table

const resume = document.querySelector("[data-resume]");
const held = document.querySelector("[data-held]");
let waiting = null;

function shown(html) {
  if ("frozen" in root.dataset) waiting = html;
  else draw(html);
}

function afterPraise(html) {
  if ("frozen" in root.dataset) waiting ??= html;
  else draw(html);
}

function freeze(on) {
  if (!on && document.activeElement === resume) table().focus({ preventScroll: true });
  root.toggleAttribute("data-frozen", on);
  resume.hidden = !on;
  held.textContent = on ? held.dataset.held : "";
  document.querySelector("[data-freeze]").setAttribute("aria-pressed", String(on));
  if (on || waiting === null) return;
  draw(waiting);
  waiting = null;
}

resume.addEventListener("click", (event) => {
  event.preventDefault();
  freeze(false);
  history.replaceState(null, "", resume.href); // opened anew it goes on, too
});
document.querySelector("[data-freeze]").addEventListener("click", () => freeze(!("frozen" in root.dataset)));

// --- forms

function say(text) {
  toast.textContent = text;
  toast.hidden = false;
  delete toast.dataset.read;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (toast.dataset.read = ""), 6000);
}

// Nothing that was said goes by the clock alone: what could be read goes with what happens next, a touch or a deed.
function unsay() {
  toast.hidden = true;
}

toast.addEventListener("click", unsay);

const LATE = 8000; // milliseconds

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LATE);
  const told = { method: "POST", body, headers: { "X-Requested-With": "fetch" }, signal: late.signal };
  // form.action would be the field of that name.
  const answer = await fetch(form.getAttribute("action"), told).finally(() => clearTimeout(timer));
  if (answer.ok) {
    newest.now();
    dispatchEvent(new Event("used"));
  } else {
    if (answer.status === 401) location.assign(main.dataset.code ?? "jouer");
    else say((await answer.json()).detail);
    again(form, button);
  }
}

// What did not count is told again: with its button, or by choices that send themselves, and then none stands any more.
function again(form, button) {
  if (!button) form.reset();
  main.dispatchEvent(new Event("drawn"));
}

function unsent(form, button) {
  newest.lost();
  say(main.dataset.unsent);
  again(form, button);
}

addEventListener("submit", (event) => {
  if (!event.target.closest("#main, .of-pause")) return;
  event.preventDefault();
  freeze(false);
  unsay();
  send(event.target, event.submitter).catch(() => unsent(event.target, event.submitter));
});

main.addEventListener("change", (event) => {
  const pad = event.target.closest(".pad");
  // An arrow key passes over faces that are not meant: keys choose, the button sends.
  if (pad && !("byKeys" in root.dataset) && pad.querySelectorAll("fieldset").length === pad.querySelectorAll("input:checked").length) {
    pad.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }
  countChosen();
});

// --- keys: the button of the dice is there for them, and what they were on is never lost

const NEXT = [".faces [data-face]", ".cast input:enabled", ".pad input[type=radio]", ".doubt button", ".frame.is-turn input[type=checkbox]:enabled", ".spot.is-source", "#deed .is-main:enabled"];

addEventListener("keydown", () => (root.dataset.byKeys = ""), { capture: true });
// A key that is held down presses nothing that takes the place of what it pressed.
addEventListener("keydown", (event) => event.repeat && ["Enter", " "].includes(event.key) && event.preventDefault(), { capture: true });
addEventListener("pointerdown", () => delete root.dataset.byKeys, { capture: true });

// What had the focus is gone: it goes to what is to be done now, else to the table.
function focusNext() {
  const next = NEXT.map((one) => main.querySelector(one)).find((one) => one && isShown(one)) ?? table();
  next.focus({ preventScroll: true });
}

// The button says what it will do: "Close 2 + 6 = 8". Where nothing is chosen anew, only "Next" is offered.
function countChosen() {
  const button = main.querySelector("#close");
  if (!button) return;
  const words = button.querySelector("[data-close]");
  const numbers = [...main.querySelectorAll(".frame input:checked")].map((input) => Number(input.value));
  const sum = numbers.reduce((a, b) => a + b, 0);
  const text = numbers.length > 1 ? `${numbers.join(" + ")} = ${sum}` : `${sum}`;
  words.textContent = numbers.length ? `${words.dataset.close} ${text}` : words.dataset.none;
  button.disabled = numbers.length === 0;
  const inputs = [...main.querySelectorAll(".frame input[type=checkbox]")];
  button.hidden = numbers.length > 0 && inputs.every((input) => input.checked === input.defaultChecked);
  const next = main.querySelector(".of-next");
  if (next) next.hidden = !button.hidden;
}

// --- scores count down to where they stand now

const still = matchMedia("(prefers-reduced-motion: reduce)");
const COUNT = 500;
const scoresNow = () => new Map([...main.querySelectorAll("[data-count]")].map((one) => [one.closest("[id]").id, Number(one.textContent)]));

function countTo(before) {
  if (still.matches || document.hidden) return;
  const began = performance.now();
  for (const one of main.querySelectorAll("[data-count]")) {
    const from = before.get(one.closest("[id]").id);
    const to = Number(one.textContent);
    if (from === undefined || from === to) continue;
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - began) / COUNT));
      if (one.textContent !== String(to) && one.dataset.shown !== one.textContent) return; // newer than this count
      one.textContent = one.dataset.shown = String(Math.round(from + (to - from) * share));
      if (share < 1) requestAnimationFrame(step);
    };
    one.textContent = one.dataset.shown = String(from);
    requestAnimationFrame(step);
  }
}

// --- show legal moves: always, on request, never (a wish of this device alone, as far as the game lets it choose)

const GAMES = { always: 0, on_request: 1, never: 2 };

// Nobody is offered more than the game shows; the buttons stand from all to none.
function offerHints() {
  const least = GAMES[table().dataset.showsLegal] ?? 0;
  const buttons = [...document.querySelectorAll("button[data-hints]")];
  const now = Math.max(least, buttons.findIndex((button) => button.dataset.hints === root.dataset.hints));
  buttons.forEach((button, place) => {
    button.hidden = place < least;
    button.setAttribute("aria-pressed", String(place === now));
  });
  document.querySelector(".hints").hidden = least === GAMES.never;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask-moves]")) root.dataset.asked = "";
});

// --- sounds, voice, screen awake: fetched once this device has wished for them, or somebody opens what this device may wish

const sounds = () => import("./pages/sound.js");

function soundsAreWished() {
  try {
    return ["tones", "voice", "awake"].some((name) => localStorage.getItem(`sound-${name}`) === "on");
  } catch {
    return false; // private browsing
  }
}

document.getElementById("device-menu").addEventListener("toggle", sounds, { once: true });
if (soundsAreWished()) sounds();

addEventListener("hints", offerHints);
offerHints();
countChosen();
const newest = link({
  stream: main.dataset.stream,
  pieces: main.dataset.pieces,
  version: () => table().dataset.version,
  draw: shown,
  lost,
});
if ("frozen" in root.dataset) freeze(true);
