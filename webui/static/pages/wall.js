// Keeps the projector's page live; nothing else happens here.
import { link } from "../link.js";
import { drawn, ofAnotherFamily, table } from "../morph.js";
import { keepAwake } from "./awake.js";

const main = document.getElementById("main");

// Another game's board is drawn with that game's own style: the page is opened anew.
function draw(html) {
  if (ofAnotherFamily(html)) return location.reload();
  drawn(html);
}

if (!main.matches(".door")) keepAwake(true);
const told = {
  stream: main.dataset.stream,
  pieces: main.dataset.pieces,
  version: () => table().dataset.version,
  draw,
  lost: document.querySelector("[data-lost]"),
};
if (!("frozen" in main.dataset)) link(told);
