// Keeps the table page live: newest pieces by stream, or by asking; forms without leaving the page.
import { morph } from "./morph.js";

const main = document.getElementById("main");
const root = document.documentElement;
const lost = document.querySelector("[data-lost]");
const toast = document.querySelector("[data-toast]");
const ASK_EVERY = 1500;
const STREAM_AGAIN = 30000;
let asking = 0;

root.classList.replace("no-script", "has-script");

// --- newest pieces

const table = () => document.getElementById("table");
const throwNow = () => main.querySelector("[data-throw]")?.dataset.throw ?? "";

function draw(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh) return;
  const before = throwNow();
  morph(table(), fresh);
  if (throwNow() !== before) {
    main.querySelectorAll("form").forEach((form) => form.reset());
    delete root.dataset.asked;
    document.querySelectorAll(".flash").forEach((said) => said.remove()); // its undo was meant for what stood then
  }
  document.title = table().dataset.title;
  offerHints();
  countChosen();
}

function listen() {
  const stream = new EventSource(main.dataset.stream);
  let failures = 0;
  stream.addEventListener("table", (event) => {
    failures = 0;
    lost.hidden = true;
    draw(event.data);
  });
  stream.addEventListener("open", () => (lost.hidden = true));
  stream.addEventListener("error", () => {
    failures += 1;
    if (stream.readyState === EventSource.CLOSED || failures > 2) {
      stream.close();
      askOften();
    }
  });
  addEventListener("pagehide", () => stream.close(), { once: true });
}

async function ask() {
  try {
    const answer = await fetch(`${main.dataset.pieces}?version=${table().dataset.version}`);
    lost.hidden = answer.ok;
    if (answer.status === 200) draw(await answer.text());
  } catch {
    lost.hidden = false;
  }
}

function askOften() {
  clearInterval(asking);
  asking = setInterval(ask, ASK_EVERY);
  ask();
  setTimeout(() => {
    clearInterval(asking);
    listen();
  }, STREAM_AGAIN);
}

// --- forms

function say(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (toast.hidden = true), 6000);
}

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  // form.action would be the field of that name.
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
  if (answer.status === 401) location.assign("/jouer");
  else if (!answer.ok) say((await answer.json()).detail);
  else if (asking) ask();
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter).catch(() => (lost.hidden = false));
});

main.addEventListener("change", (event) => {
  const pad = event.target.closest(".pad");
  if (pad && pad.querySelectorAll("fieldset").length === pad.querySelectorAll("input:checked").length) {
    pad.requestSubmit();
  }
  countChosen();
});

// The button says what it will do: "Close 2 + 6 = 8".
function countChosen() {
  const button = main.querySelector("[data-close]");
  if (!button) return;
  const numbers = [...main.querySelectorAll(".frame input:checked")].map((input) => Number(input.value));
  const sum = numbers.reduce((a, b) => a + b, 0);
  const text = numbers.length > 1 ? `${numbers.join(" + ")} = ${sum}` : `${sum}`;
  button.textContent = numbers.length ? `${button.dataset.close} ${text}` : button.dataset.none;
  button.disabled = numbers.length === 0;
  const inputs = [...main.querySelectorAll(".frame input[type=checkbox]")];
  button.hidden = numbers.length > 0 && inputs.every((input) => input.checked === input.defaultChecked);
}

// --- show legal moves: always, on request, never (a wish of this device alone, as far as the game lets it choose)

const WISHES = ["always", "ask", "never"];
const GAMES = { always: 0, on_request: 1, never: 2 };

function hints(wish) {
  root.dataset.hints = wish;
  delete root.dataset.asked;
  offerHints();
}

// Nobody is offered more than the game shows.
function offerHints() {
  const least = GAMES[table().dataset.showsLegal] ?? 0;
  const now = Math.max(least, WISHES.indexOf(root.dataset.hints));
  document.querySelectorAll("button[data-hints]").forEach((button) => {
    const place = WISHES.indexOf(button.dataset.hints);
    button.hidden = place < least;
    button.setAttribute("aria-pressed", String(place === now));
  });
  document.querySelector(".hints").hidden = least === GAMES.never;
}

function remembered(wish) {
  try {
    if (wish) localStorage.setItem("hints", wish);
    return localStorage.getItem("hints");
  } catch {
    return wish; // private browsing: the wish lasts as long as the page
  }
}

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("button[data-hints]");
  if (chosen) hints(remembered(chosen.dataset.hints) ?? chosen.dataset.hints);
  if (event.target.closest("[data-ask-moves]")) root.dataset.asked = "";
});

hints(remembered() ?? "always");
countChosen();
listen();
