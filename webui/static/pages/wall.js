// Keeps the projector's page live; nothing else happens here.
import { link } from "../link.js";
import { morph } from "../morph.js";
import { keepAwake } from "./awake.js";

const main = document.getElementById("main");

const table = () => document.getElementById("table");

function draw(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh) return;
  morph(table(), fresh);
  document.title = table().dataset.title;
}

keepAwake(true);
link({
  stream: main.dataset.stream,
  pieces: main.dataset.pieces,
  version: () => table().dataset.version,
  draw,
  lost: document.querySelector("[data-lost]"),
});
