// Pawns by touch: a card is laid, then a tap on a pawn and a tap where it goes, a drag, or the keys. What may be played
// is the server's to say; what it does not offer is sent as well, so that it tells why not.
import "../morph.js";

const main = document.getElementById("main");
const board = () => document.getElementById("tock");
const spots = () => [...main.querySelectorAll("#tock .spot")];
const spotOf = (space) => document.getElementById(`spot-${space}`);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const FAR = 6; // pixels that a finger moves before a tap becomes a drag
const NEAR = 26; // pixels within which a finger that misses means the nearest thing that may be touched

let chosen = null; // the space whose pawn was touched
let play = { steps: [], laid: "", lies: "" };
let stood = new Map(); // space -> "seat pawns", as drawn last

const mover = () => board()?.dataset.mover ?? "";
const from = (space) => play.steps.filter(([source]) => source === space);
const holds = (spot) => spot && spot.dataset.pawns !== "0";

// --- choosing

function choose(space) {
  chosen = space;
  light();
}

// Where the chosen pawn may go; with a single pawn to move, where that may.
function light() {
  const sources = new Set(play.steps.map(([source]) => source));
  const source = chosen ?? (sources.size === 1 ? [...sources][0] : null);
  const ends = new Map(source === null ? [] : from(source).map(([, target, , says]) => [target, says]));
  const via = new Set(source === null ? [] : from(source).map(([, , , , hole]) => hole));
  for (const spot of spots()) {
    const { space } = spot.dataset;
    const says = ends.get(space);
    spot.classList.toggle("is-chosen", space === chosen);
    spot.classList.toggle("is-aimed", says !== undefined);
    spot.classList.toggle("is-lit", via.has(space));
    spot.setAttribute("aria-label", says ?? spot.dataset.says);
    if (spot.getAttribute("role") !== "button") continue;
    spot.setAttribute("aria-pressed", String(space === chosen));
    const offered = source !== null && (says !== undefined || space === source);
    const tabs = chosen === null ? sources.has(space) || offered : offered;
    spot.setAttribute("tabindex", tabs || spot === document.activeElement ? "0" : "-1");
  }
}

function tap(space) {
  const spot = spotOf(space);
  if (mover() === "" || !spot) return nudge();
  const single = new Set(play.steps.map(([source]) => source)).size === 1 ? play.steps[0][0] : null;
  const source = chosen ?? single;
  if (source !== null && from(source).some(([, target]) => target === space)) return move(source, space);
  if (space === chosen) return choose(null);
  if (chosen === null || from(space).length) return holds(spot) ? choose(space) : shake(spot);
  move(chosen, space);
}

function shake(spot) {
  spot.classList.remove("is-wrong");
  requestAnimationFrame(() => spot.classList.add("is-wrong"));
}

// No card lies there yet: the cards say that they come first.
function nudge() {
  const deck = main.querySelector(".deck");
  if (!deck || still.matches) return;
  deck.animate([{ transform: "none" }, { transform: "translateY(-6px)" }, { transform: "none" }], 260);
}

// --- telling

function tell(word) {
  const form = document.getElementById("touch-move");
  if (!form) return;
  form.elements.namedItem("move").value = word;
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

// A space as a move writes it: hole 12 is "12", the second place of a house "h2".
function written(space) {
  const [kind, first, second] = space.split("-");
  return kind === "hole" ? first : kind === "house" ? `h${second}` : null;
}

function move(source, target) {
  const offered = from(source).filter(([, end]) => end === target);
  const [a, b] = [written(source), written(target)];
  const step = source.startsWith("base") ? "in" : a && b && `${a}>${b}`;
  const before = play.lies.endsWith(":") || play.lies === "" ? `${play.laid}:` : `${play.lies}+`;
  const both = offered.length > 1 || (play.steps.length === 0 && play.laid === "V" && holds(spotOf(target)));
  chosen = null;
  if (both && step) ask(before + a, b);
  else if (offered.length) tell(offered[0][2]);
  else if (step) tell(before + (play.laid === "V" && holds(spotOf(target)) ? `${a}x${b}` : step));
  else shake(spotOf(target));
  if (!both) spotOf(target)?.focus({ preventScroll: true });
  light();
}

// A jack may exchange two pawns, and may also move on to that very hole: which of both is asked.
function ask(one, other) {
  const which = document.getElementById("which");
  which.hidden = false;
  which.onclick = (event) => {
    const how = event.target.closest("[data-how]")?.dataset.how;
    which.hidden = true;
    if (how) tell(one + how + other);
  };
  which.querySelector("button").focus();
}

// --- fingers and mouse

// What a finger means: what lies below it where that may be touched now, else the nearest thing that may.
function meant(event) {
  const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("#tock .spot");
  const wanted = spots().filter((spot) => spot.classList.contains("is-aimed") || (chosen === null && spot.classList.contains("is-source")));
  if (below && (wanted.includes(below) || below.dataset.space === chosen)) return below;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  const scale = board().getScreenCTM().a || board().getScreenCTM().b;
  const away = (spot) => Math.hypot(Number(spot.dataset.x) - at.x, Number(spot.dataset.y) - at.y) * Math.abs(scale);
  const nearest = wanted.map((spot) => [away(spot), spot]).sort(([a], [b]) => a - b)[0];
  const wide = matchMedia("(max-width: 599px)").matches;
  return wide && nearest && nearest[0] < NEAR ? nearest[1] : below;
}

let drag = null;
let swallow = false; // the click that follows a drag is none
let carried = null;

main.addEventListener("pointerdown", (event) => {
  if (mover() === "" || event.button !== 0 || !event.target.closest("#tock")) return;
  const spot = meant(event);
  if (!spot) return;
  const pawn = spot.classList.contains("is-source") ? [...spot.querySelectorAll(".pawn")].at(-1) : null;
  drag = { spot, pawn, x: event.clientX, y: event.clientY, moved: false, id: event.pointerId };
});

addEventListener("pointermove", (event) => {
  if (!drag?.pawn || event.pointerId !== drag.id) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  if (!drag.moved) {
    drag.moved = true;
    choose(drag.spot.dataset.space);
    drag.pawn.classList.add("is-carried");
    drag.spot.parentNode.append(drag.spot); // above all others
  }
  const inside = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  drag.pawn.setAttribute("transform", `translate(${inside.x} ${inside.y})`);
});

function dropped(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { pawn, moved, spot } = drag;
  drag = null;
  if (!moved) return;
  const goal = event.type === "pointerup" ? meant(event) : null;
  pawn.classList.remove("is-carried");
  pawn.setAttribute("transform", `translate(${pawn.dataset.x} ${pawn.dataset.y})`);
  swallow = true;
  setTimeout(() => (swallow = false));
  if (!goal || goal === spot) return choose(null);
  carried = { x: event.clientX, y: event.clientY };
  move(spot.dataset.space, goal.dataset.space);
}

addEventListener("pointerup", dropped);
addEventListener("pointercancel", dropped);

main.addEventListener("click", (event) => {
  if (swallow) return;
  if (event.target.closest("#tock")) {
    const spot = meant(event);
    if (spot) tap(spot.dataset.space);
    else if (chosen !== null) choose(null);
  } else if (chosen !== null && !event.target.closest("button, a, input, label, summary")) choose(null);
});

// --- keys: Enter and the space bar tap, the arrows go to what may be touched that way, Escape lets go

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

main.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.("#tock .spot[role=button]");
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") tap(spot.dataset.space);
  else if (event.key === "Escape") choose(null);
  else if (WAYS[event.key]) next(spot, WAYS[event.key])?.focus({ preventScroll: true });
  else return;
  event.preventDefault();
});

function next(spot, [x, y]) {
  const middle = (one) => {
    const box = one.querySelector(".hit").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [a, b] = middle(spot);
  const ahead = spots()
    .filter((one) => one !== spot && (one.tabIndex === 0 || holds(one)))
    .map((one) => [one, middle(one)])
    .map(([one, [c, d]]) => [one, (c - a) * x + (d - b) * y, Math.abs((c - a) * y) + Math.abs((d - b) * x)])
    .filter(([, along, beside]) => along > 4 && along * 2 >= beside);
  return ahead.sort((p, q) => p[1] + 2 * p[2] - (q[1] + 2 * q[2]))[0]?.[0];
}

// --- what was drawn anew: a pawn that moved is seen to go

function drawn() {
  if (!board()) return;
  const told = board().dataset.play;
  play = told ? JSON.parse(told) : { steps: [], laid: "", lies: "" };
  for (const spot of spots()) spot.dataset.says = spot.getAttribute("aria-label");
  if (mover() === "" || (chosen !== null && !holds(spotOf(chosen)))) chosen = null;
  const now = new Map(spots().map((spot) => [spot.dataset.space, [spot.dataset.seat, Number(spot.dataset.pawns)]]));
  glide(stood, now);
  stood = now;
  light();
}

const count = ([seat, pawns] = ["", 0], which) => (seat === which ? pawns : 0);

function glide(before, now) {
  if (still.matches || document.hidden || before.size === 0) return;
  for (const seat of ["1", "2", "3", "4"]) {
    const gone = [];
    const come = [];
    for (const [space, state] of now) {
      const change = count(state, seat) - count(before.get(space), seat);
      for (let k = 0; k < Math.abs(change); k += 1) (change < 0 ? gone : come).push(space);
    }
    if (come.length < 5) come.forEach((space, k) => gone[k] && fly(spotOf(space), spotOf(gone[k])));
  }
}

function fly(spot, source) {
  const pawn = [...spot.querySelectorAll(".pawn .lift")].at(-1);
  if (!pawn || !source) return;
  const start = carried
    ? new DOMPoint(carried.x, carried.y).matrixTransform(board().getScreenCTM().inverse())
    : { x: Number(source.dataset.x), y: Number(source.dataset.y) };
  carried = null;
  const { x, y } = pawn.parentNode.dataset;
  pawn.animate([{ transform: `translate(${start.x - x}px, ${start.y - y}px)` }, { transform: "none" }], {
    duration: 320,
    easing: "cubic-bezier(.2, .7, .3, 1)",
  });
}

main.addEventListener("drawn", drawn);
drawn();
