// Keeps what is asked fresh until a picture is taken; a touch on that picture says where a die is missing.
import { morph } from "./morph.js";

const main = document.getElementById("main");
const EVERY = 700;
const LIVE = 2000;

async function ask() {
  const part = document.getElementById("capture");
  if (part?.dataset.state !== "asking") return;
  try {
    const answer = await fetch(main.dataset.now);
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("capture");
      const live = part.querySelector("[data-live]");
      const next = fresh?.querySelector("[data-live]");
      if (live && next) next.src = live.getAttribute("src"); // its own clock brings the next picture
      if (fresh) morph(part, fresh);
    }
  } catch {
    // The link is lost for a moment: the next try finds it again.
  }
  setTimeout(ask, EVERY);
}

function look() {
  const live = document.querySelector("[data-live]");
  if (!live) return;
  if (!live.hidden && !document.hidden) {
    const fresh = new Image();
    fresh.onload = () => {
      const shown = document.querySelector("[data-live]");
      if (shown) shown.src = fresh.src;
    };
    fresh.src = `${main.dataset.picture}?${Date.now()}`;
  }
  setTimeout(look, LIVE);
}

main.addEventListener("click", (event) => {
  const picture = event.target.closest("[data-shown]");
  const add = picture?.closest("form");
  const button = add?.querySelector("[data-missing][open] [data-add]");
  if (!button) return;
  const box = picture.getBoundingClientRect();
  add.elements.x.value = (((event.clientX - box.left) / box.width) * Number(picture.getAttribute("width"))).toFixed(1);
  add.elements.y.value = (((event.clientY - box.top) / box.height) * Number(picture.getAttribute("height"))).toFixed(1);
  button.click();
});

ask();
look();
