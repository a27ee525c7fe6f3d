// Men on arrows by touch: a tap on a man and a tap where it goes, a drag, or the keys. What may be played is the server's
// to say; what it does not offer is sent as well, so that it tells why not.
import "../morph.js";

const main = document.getElementById("main");
const board = () => document.getElementById("arrows");
const spots = () => [...main.querySelectorAll(".spot")];
const spotOf = (space) => document.getElementById(`spot-${space}`);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const FAR = 6; // pixels that a finger moves before a tap becomes a drag

let chosen = null; // the space whose man was touched
let play = { steps: [], numbers: {}, lies: "" };
let stood = new Map(); // space -> "white 3", as drawn last
let adoube = false;

function read() {
  const told = board()?.dataset.play;
  play = told ? JSON.parse(told) : { steps: [], numbers: {}, lies: "" };
}

const mover = () => board()?.dataset.mover ?? "";
const mine = (spot) => spot && mover() !== "" && spot.dataset.colour === mover() && !spot.classList.contains("is-off");
const from = (space) => play.steps.filter(([source]) => source === space);

// --- choosing

function choose(space) {
  chosen = space;
  light();
}

function light() {
  const ends = new Map(chosen === null ? [] : from(chosen).map(([, target, , says]) => [target, says]));
  for (const spot of spots()) {
    const { space } = spot.dataset;
    const says = ends.get(space);
    spot.dataset.says ??= spot.getAttribute("aria-label");
    spot.classList.toggle("is-chosen", space === chosen);
    spot.classList.toggle("is-aimed", says !== undefined);
    spot.setAttribute("aria-label", says ?? spot.dataset.says);
    if (spot.getAttribute("role") !== "button") continue;
    spot.setAttribute("aria-pressed", String(space === chosen));
    if (chosen !== null) spot.setAttribute("tabindex", says !== undefined || space === chosen ? "0" : "-1");
    else spot.setAttribute("tabindex", spot.classList.contains("is-source") || spot === document.activeElement ? "0" : "-1");
  }
}

function tap(space) {
  const spot = spotOf(space);
  if (mover() === "" || !spot) return;
  const aimed = chosen !== null && from(chosen).some(([, target]) => target === space);
  if (aimed) return move(chosen, space);
  if (space === chosen) return choose(null);
  if (mine(spot)) return touch(space);
  if (chosen !== null) return move(chosen, space);
  shake(spot);
}

function touch(space) {
  if (board().dataset.touched === "on" && !adoube && chosen === null && play.lies === "") tell("touch_man", { space });
  choose(space);
}

function shake(spot) {
  spot.classList.remove("is-wrong");
  requestAnimationFrame(() => spot.classList.add("is-wrong"));
}

// --- telling

function tell(action, fields) {
  const form = document.getElementById("touch-move");
  if (!form) return;
  form.elements.namedItem("action").value = action;
  form.elements.namedItem("move").value = fields.move ?? "";
  form.elements.namedItem("space").value = fields.space ?? "";
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

// The move as the server tells it; one that it does not offer is written as the sheet's notation has it.
function move(source, target) {
  const offered = from(source).find(([, end]) => end === target);
  const [a, b] = [play.numbers[source], play.numbers[target]];
  chosen = null;
  if (offered) tell("play", { move: offered[2] });
  else if (a && b && a !== b) tell("play", { move: [play.lies, `${a}/${b}`].filter(Boolean).join("+") });
  else shake(spotOf(target));
  spotOf(target)?.focus({ preventScroll: true });
  light();
}

// --- fingers and mouse

let drag = null;

main.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest(".spot");
  if (!spot || mover() === "" || event.button !== 0) return;
  const man = mine(spot) && event.target.closest(".man") ? [...spot.querySelectorAll(".man")].at(-1) : null;
  drag = { spot, man, x: event.clientX, y: event.clientY, moved: false, id: event.pointerId };
});

addEventListener("pointermove", (event) => {
  if (!drag?.man || event.pointerId !== drag.id) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < FAR) return;
  if (!drag.moved) {
    drag.moved = true;
    if (chosen !== drag.spot.dataset.space) {
      chosen = null;
      touch(drag.spot.dataset.space);
    }
    drag.man.classList.add("is-carried");
    drag.spot.parentNode.append(drag.spot); // above all others
  }
  const inside = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  drag.man.setAttribute("transform", `translate(${inside.x} ${inside.y})`);
});

function dropped(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { man, moved, spot } = drag;
  drag = null;
  if (!moved) return;
  man.classList.remove("is-carried");
  man.setAttribute("transform", `translate(${man.dataset.x} ${man.dataset.y})`);
  swallow = true;
  setTimeout(() => (swallow = false));
  const below = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot") : null;
  if (!below || below === spot) return choose(null);
  carried = { x: event.clientX, y: event.clientY };
  move(spot.dataset.space, below.dataset.space);
}
let swallow = false; // the click that follows a drag is none
let carried = null;

addEventListener("pointerup", dropped);
addEventListener("pointercancel", dropped);

main.addEventListener("click", (event) => {
  if (swallow) return;
  const button = event.target.closest("[data-adoube]");
  if (button) {
    adoube = !adoube;
    button.setAttribute("aria-pressed", String(adoube));
  }
  const spot = event.target.closest(".spot");
  if (spot) tap(spot.dataset.space);
  else if (chosen !== null && !event.target.closest("button, a, input, label, summary")) choose(null);
});

// --- keys: Enter and the space bar tap, the arrows go to what lies there, Escape lets go

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

main.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.(".spot[role=button]");
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") tap(spot.dataset.space);
  else if (event.key === "Escape") choose(null);
  else if (WAYS[event.key]) near(spot, WAYS[event.key])?.focus({ preventScroll: true });
  else return;
  event.preventDefault();
});

// The nearest spot that way, those straight ahead first.
function near(spot, [x, y]) {
  const middle = (one) => {
    const box = one.querySelector(".hit").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [a, b] = middle(spot);
  const ahead = spots()
    .filter((one) => one !== spot)
    .map((one) => [one, middle(one)])
    .map(([one, [c, d]]) => [one, (c - a) * x + (d - b) * y, Math.abs((c - a) * y) + Math.abs((d - b) * x)])
    .filter(([, along, beside]) => along > 4 && along >= beside);
  return ahead.sort((p, q) => p[1] + 3 * p[2] - (q[1] + 3 * q[2]))[0]?.[0];
}

// --- what was drawn anew: a man that moved is seen to go

function drawn() {
  if (!board()) return;
  read();
  for (const spot of spots()) spot.dataset.says = spot.getAttribute("aria-label");
  if (chosen !== null && !mine(spotOf(chosen))) chosen = null;
  if (mover() === "") chosen = null;
  const now = new Map(spots().map((spot) => [spot.dataset.space, [spot.dataset.colour, Number(spot.dataset.men)]]));
  glide(stood, now);
  stood = now;
  light();
  adoube = adoube && document.querySelector("[data-adoube]") !== null;
  document.querySelector("[data-adoube]")?.setAttribute("aria-pressed", String(adoube));
}

const men = ([colour, count] = ["", 0], which) => (colour === which ? count : 0);

function glide(before, now) {
  if (still.matches || document.hidden || before.size === 0) return;
  const places = Object.fromEntries(spots().map((spot) => [spot.dataset.space, spot]));
  for (const colour of ["white", "black"]) {
    const gone = [];
    const come = [];
    for (const [space, state] of now) {
      const change = men(state, colour) - men(before.get(space), colour);
      for (let k = 0; k < Math.abs(change); k += 1) (change < 0 ? gone : come).push(space);
    }
    if (gone.length > 4 || come.length > 4) continue;
    come.forEach((space, k) => gone[k] && fly(places[space], places[gone[k]]));
  }
}

function fly(spot, source) {
  const man = [...spot.querySelectorAll(".man .lift")].at(-1);
  if (!man || !source) return;
  const toBoard = board().getScreenCTM();
  const start = carried
    ? new DOMPoint(carried.x, carried.y).matrixTransform(toBoard.inverse())
    : { x: Number(source.querySelector(".hit").getAttribute("x")) + 30, y: Number(source.querySelector(".hit").getAttribute("y")) + 150 };
  carried = null;
  const { x, y } = man.parentNode.dataset;
  man.animate([{ transform: `translate(${start.x - x}px, ${start.y - y}px)` }, { transform: "none" }], {
    duration: 240,
    easing: "cubic-bezier(.2, .7, .3, 1)",
  });
}

main.addEventListener("drawn", drawn);
drawn();
