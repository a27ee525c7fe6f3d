// Tones of our own, and the device's own voice, for throws, verdicts and scores: a wish of this device, off at first.
import "../morph.js";
import { keepAwake, letSleep } from "./awake.js";

const main = document.getElementById("main");
const box = document.querySelector("[data-sound]");
const TEXTS = "#headline, #now p:not(.why)"; // what is read aloud
const SCORES = ".who, .wall-race li"; // whose points are told when they change
const SILENT = ["rolling", "paused", "setup"]; // states that are seen, not heard

// Each note: Hz, seconds from now, seconds long, how loud.
const TONES = {
  throw: [[190, 0, 0.05, 0.5], [150, 0.07, 0.05, 0.5], [210, 0.13, 0.06, 0.4]],
  good: [[523, 0, 0.12, 0.3], [784, 0.1, 0.2, 0.3]],
  refused: [[262, 0, 0.16, 0.3], [208, 0.15, 0.26, 0.3]],
  ask: [[440, 0, 0.1, 0.25], [587, 0.12, 0.16, 0.25]],
  next: [[392, 0, 0.14, 0.2]],
  end: [[523, 0, 0.15, 0.3], [659, 0.14, 0.15, 0.3], [784, 0.28, 0.15, 0.3], [1047, 0.42, 0.4, 0.3]],
};
const TONE_OF = {
  waiting_move: "throw", provisional: "good", refused: "refused", put_back: "refused", doubt: "ask",
  waiting_throw: "next", game_over: "end", series_over: "end",
};

// --- the wishes of this device

const fallback = {};

function wish(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`sound-${name}`, value ? "on" : "off");
    return localStorage.getItem(`sound-${name}`) === "on";
  } catch {
    if (value !== undefined) fallback[name] = value; // private browsing: as long as the page lasts
    return fallback[name] ?? false;
  }
}

// --- tones

let sounding = null;

function play(name) {
  if (!wish("tones") || !TONES[name]) return;
  sounding ??= new AudioContext();
  sounding.resume();
  TONES[name].forEach(([pitch, from, lasts, loud]) => {
    const start = sounding.currentTime + from;
    const note = sounding.createOscillator();
    const gain = sounding.createGain();
    note.type = "triangle";
    note.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    note.connect(gain).connect(sounding.destination);
    note.start(start);
    note.stop(start + lasts + 0.02);
  });
}

// --- voice: only one that speaks on the device itself, in the page's language

function voice() {
  const language = document.documentElement.lang.slice(0, 2).toLowerCase();
  const own = (one) => one.localService && one.lang.toLowerCase().replace("_", "-").split("-")[0] === language;
  return globalThis.speechSynthesis?.getVoices().find(own);
}

function say(texts) {
  const own = wish("voice") && voice();
  if (!own || !texts.length) return;
  speechSynthesis.cancel();
  const told = new SpeechSynthesisUtterance(texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" "));
  told.voice = own;
  told.lang = own.lang;
  speechSynthesis.speak(told);
}

// --- what the page tells

const state = () => /(?:^|\s)is-([a-z_]+)/.exec(document.getElementById("table")?.className ?? "")?.[1] ?? "";
const read = (one) => one.textContent.replace(/\s+/g, " ").trim();
let before = { state: "", texts: [], scores: [] };

function told() {
  const scores = [...main.querySelectorAll(SCORES)].map((one) => [one.querySelector(".name"), one.querySelector(".points")]);
  return {
    state: state(),
    texts: [...main.querySelectorAll(TEXTS)].map(read),
    scores: scores.filter(([name, points]) => name && points).map((pair) => pair.map(read).join(", ")),
  };
}

function listen() {
  const now = told();
  const worded = now.texts.join("|") !== before.texts.join("|");
  const fresh = worded || now.state !== before.state;
  const scored = now.scores.filter((one) => before.scores.length && !before.scores.includes(one));
  const counted = now.state === "waiting_throw" ? scored : [];
  if (fresh) {
    before = { ...now, scores: counted.length || now.state !== "provisional" ? now.scores : before.scores };
    if (SILENT.includes(now.state)) return;
    play(TONE_OF[now.state]);
    if (worded || counted.length) say([...counted, ...now.texts]); // praise that still stands is read once
  }
}

// --- the settings

function set(name, on) {
  wish(name, on);
  if (name === "awake") on ? keepAwake(true) : letSleep();
  if (name === "tones" && on) play("good");
  if (name === "voice") on ? say(told().texts) : globalThis.speechSynthesis?.cancel();
}

function offer() {
  if (!box) return;
  box.hidden = false;
  box.querySelectorAll("[data-wish]").forEach((input) => (input.checked = wish(input.dataset.wish)));
  const missing = { voice: voice() ? "" : box.dataset.none, awake: navigator.wakeLock ? "" : box.dataset.silent };
  for (const [name, why] of Object.entries(missing)) {
    box.querySelector(`[data-wish=${name}]`).disabled = why !== "";
    box.querySelector(`[data-why=${name}]`).textContent = why;
  }
}

box?.addEventListener("change", (event) => {
  if (event.target.dataset.wish) set(event.target.dataset.wish, event.target.checked);
});
// A browser lets a page sound only after it was touched once.
addEventListener("pointerdown", () => sounding?.resume());

before = told();
new MutationObserver(listen).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
globalThis.speechSynthesis?.addEventListener?.("voiceschanged", offer);
offer();
if (wish("awake")) keepAwake(true);
