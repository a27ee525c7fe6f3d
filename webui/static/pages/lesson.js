// A change is sent and shown at once, and a name can be dragged to another table. Without this script the buttons of the
// form do the same.
import { morph } from "../morph.js";

const FAR = 6; // pixels that a finger moves before a tap becomes a drag
const form = () => document.getElementById("lesson");
let before = Promise.resolve();

async function answered(data) {
  const answer = await fetch(form().action, { method: "POST", body: new URLSearchParams(data) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("lesson")) return window.location.reload();
  morph(document.getElementById("main"), page.getElementById("main"));
}

// One after the other: each is sent with the places that the one before has left.
function send(deed, fields = []) {
  before = before.then(() => {
    const data = new FormData(form());
    data.set("do", deed);
    for (const [name] of fields) data.delete(name);
    for (const [name, value] of fields) data.append(name, value);
    return answered(data);
  });
}

document.addEventListener("change", (event) => {
  const changed = event.target.closest("[data-do]");
  if (changed && form().contains(changed)) send(changed.dataset.do);
});

// A game that is chosen by finger or mouse folds the others away.
document.addEventListener("click", (event) => {
  const card = event.detail > 0 ? event.target.closest(".which label") : null;
  if (card) setTimeout(() => (card.closest("details").open = false));
});

document.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target !== form() || by?.name !== "do" || by.value === "begin") return;
  event.preventDefault();
  send(by.value);
});

// --- a name that is carried

const NAME = ".group:not(.is-bench) .chip:not([data-pupil^=table])"; // of who has a table
let drag = null;
let swallow = false; // the click that follows a drag is none

// The name at another table on which a name of a table would fall, or else the table.
function under({ clientX, clientY }) {
  const there = document.elementsFromPoint(clientX, clientY);
  const other = there.map((one) => one.closest(NAME)).find(Boolean);
  const swaps = other && drag.chip.matches(NAME) && other.closest(".group") !== drag.chip.closest(".group");
  return swaps ? other : there.map((one) => one.closest(".group")).find(Boolean);
}

function mark(goal) {
  document.querySelectorAll(".is-goal").forEach((one) => one !== goal && one.classList.remove("is-goal"));
  goal?.classList.add("is-goal");
}

document.addEventListener("pointerdown", (event) => {
  const chip = event.button === 0 ? event.target.closest(".chip") : null;
  if (chip) drag = { chip, id: event.pointerId, at: event, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.at.clientX, event.clientY - drag.at.clientY];
  if (!drag.moved && Math.hypot(x, y) < FAR) return;
  drag.moved = true;
  drag.chip.classList.add("is-carried");
  drag.chip.style.transform = `translate(${x}px, ${y}px)`;
  mark(under(event));
});

document.addEventListener("touchmove", (event) => drag?.moved && event.preventDefault(), { passive: false });

function dropped(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { chip, moved } = drag;
  const goal = moved && event.type === "pointerup" ? under(event) : null;
  drag = null;
  if (!moved) return;
  chip.classList.remove("is-carried");
  chip.style.transform = "";
  mark(null);
  swallow = true;
  setTimeout(() => (swallow = false));
  if (goal?.dataset.pupil) send("swap", [["moved", chip.dataset.pupil], ["moved", goal.dataset.pupil]]);
  else if (goal && goal !== chip.closest(".group")) send(`to-${goal.dataset.table}`, [["moved", chip.dataset.pupil]]);
}

document.addEventListener("pointerup", dropped);
document.addEventListener("pointercancel", dropped);
document.addEventListener("click", (event) => swallow && (event.preventDefault(), event.stopPropagation()), { capture: true });
