// Keeps the projector's page live: newest pieces by stream, or by asking; nothing else happens here.
import { morph } from "../morph.js";
import { keepAwake } from "./awake.js";

const main = document.getElementById("main");
const lost = document.querySelector("[data-lost]");
const ASK_EVERY = 2000;
const STREAM_AGAIN = 30000;
let asking = 0;

const table = () => document.getElementById("table");

function draw(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh) return;
  morph(table(), fresh);
  document.title = table().dataset.title;
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
    if (stream.readyState !== EventSource.CLOSED && failures <= 2) return;
    stream.close();
    askOften();
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

keepAwake(true);
listen();
