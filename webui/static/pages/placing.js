// A tap is sent and shown without a new page, and so is a drag; Escape lets go. Without this script the same buttons
// send the form.
import { morph } from "../morph.js";

const FAR = 6; // pixels that a finger moves before a tap becomes a drag
const PIECES = ".man, .pawn, .edge";
const form = () => document.getElementById("placing");
let before = Promise.resolve();

async function tapped(data, where) {
  const answer = await fetch(where, { method: "POST", body: new URLSearchParams(data) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main");
  if (!page.getElementById("placing")) return window.location.reload();
  morph(document.getElementById("main"), fresh);
}

// One after the other: each is told with the board that the one before has left.
function told(fields) {
  before = before.then(() => {
    const data = new FormData(form());
    for (const [name, value] of fields) data.set(name, value);
    return tapped(data, form().action);
  });
}

document.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target !== form() || !by || !["tap", "put", "again", "let_go"].includes(by.name)) return;
  event.preventDefault();
  told([[by.name, by.value]]);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("let-go")?.click();
});

// --- a piece that is carried: the one that lies on top of those that were touched

let drag = null;
let swallow = false; // the click that follows a drag is none

const inside = (board, { clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
const under = ({ clientX, clientY }, what) => document.elementsFromPoint(clientX, clientY).map((one) => one.closest(what)).find(Boolean);

document.addEventListener("pointerdown", (event) => {
  const spot = event.button === 0 && form()?.contains(event.target) ? under(event, PIECES)?.closest(".spot") : null;
  if (!spot) return;
  const piece = [...spot.querySelectorAll(PIECES)].at(-1);
  drag = { spot, piece, at: event, id: event.pointerId, next: spot.nextSibling, stood: piece.getAttribute("transform"), moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.at.clientX, event.clientY - drag.at.clientY) < FAR) return;
  const { piece, spot } = drag;
  if (!drag.moved) {
    drag.moved = true;
    piece.classList.add("is-carried");
    spot.parentNode.append(spot); // above all others
  }
  const board = spot.ownerSVGElement;
  const [from, to] = [inside(board, drag.at), inside(board, event)];
  const [x, y] = [Number(piece.dataset.x ?? 0) + to.x - from.x, Number(piece.dataset.y ?? 0) + to.y - from.y];
  piece.setAttribute("transform", `translate(${x} ${y})`);
});

document.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });

function dropped(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { spot, piece, next, stood, moved } = drag;
  drag = null;
  if (!moved) return;
  const goal = event.type === "pointerup" ? under(event, ".spot:not(:has(.is-carried))") : null;
  spot.parentNode.insertBefore(spot, next);
  piece.classList.remove("is-carried");
  if (stood === null) piece.removeAttribute("transform");
  else piece.setAttribute("transform", stood);
  swallow = true;
  setTimeout(() => (swallow = false));
  if (goal) told([["take", spot.dataset.space], ["to", goal.dataset.space], ["put", "1"]]);
}

document.addEventListener("pointerup", dropped);
document.addEventListener("pointercancel", dropped);
document.addEventListener("click", (event) => swallow && (event.preventDefault(), event.stopPropagation()), { capture: true });
