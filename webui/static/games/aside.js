// Dice set aside by touch: taps choose them, in order, and one button sends. The dice thrown are told by a tap each.
import "../morph.js";

const main = document.getElementById("main");
const keep = () => document.getElementById("keep");
const boxes = () => [...(keep()?.querySelectorAll("input[type=checkbox]") ?? [])];

let order = []; // the boxes that were ticked, the first first
let told = []; // the faces that were tapped
let before = "";

// --- setting aside: the first die decides where none has yet

function chosen() {
  const button = document.getElementById("keep-now");
  order = order.filter((box) => box.isConnected && box.checked);
  for (const box of boxes()) {
    if (box.checked && !order.includes(box)) order.push(box);
    const place = order.indexOf(box) + 1;
    if (place && keep().dataset.first === "open") box.closest(".pick").dataset.order = place;
    else delete box.closest(".pick").dataset.order;
  }
  const faces = order.map((box) => box.value);
  const move = keep()?.elements.namedItem("move");
  if (move) move.value = faces.join("+");
  if (!button) return;
  const words = button.querySelector("[data-keep]");
  const wanted = keep()?.dataset.first === "open" && faces.length ? ` → ${Number(faces[0]) <= 3 ? words.dataset.low : words.dataset.high}` : "";
  words.textContent = faces.length ? `${words.dataset.keep} ${faces.join(" + ")}${wanted}` : words.dataset.none;
  button.disabled = faces.length === 0;
}

main.addEventListener("change", (event) => {
  if (event.target.closest("#keep")) chosen();
});

// --- whom to attack: a tap on the seat does what its button does

main.addEventListener("click", (event) => {
  const seat = event.target.closest(".seat.is-choice");
  if (seat) document.querySelector(`#say-${seat.dataset.word} button`)?.click();
  const face = event.target.closest("[data-face]");
  if (face) tell(Number(face.dataset.face));
  const back = event.target.closest("[data-told] button");
  if (back) {
    told.splice([...back.closest("ol").children].indexOf(back.closest("li")), 1);
    lay();
    main.querySelector(".faces [data-face]")?.focus({ preventScroll: true });
  }
});

// --- the dice as they lie

const pad = () => document.getElementById("faces");
const due = () => Number(pad()?.dataset.due ?? 0);

function tell(face) {
  if (told.length >= due()) return;
  told.push(face);
  lay();
  if (told.length < due()) return;
  pad().elements.namedItem("dice").value = told.join(" ");
  told = [];
  pad().dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

function lay() {
  const list = main.querySelector("[data-told]");
  if (!list || !pad()) return;
  list.replaceChildren(
    ...Array.from({ length: due() }, (_, place) => {
      const item = document.createElement("li");
      const face = told[place];
      if (face === undefined) return item;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...[...pad().querySelector(`[data-face="${face}"]`).childNodes].map((node) => node.cloneNode(true)));
      item.append(button);
      return item;
    }),
  );
}

// A figure on the keyboard is a die, while one of the faces has the focus: elsewhere a key means nothing by itself.
addEventListener("keydown", (event) => {
  if (!pad()?.getClientRects().length || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!event.target.closest?.("#faces")) return;
  if (/^[1-6]$/.test(event.key)) tell(Number(event.key));
  else if (event.key === "Backspace" && told.length) {
    told.pop();
    lay();
  }
});

// --- what was drawn anew

function drawn() {
  const now = `${pad()?.dataset.due ?? ""} ${document.getElementById("table").dataset.throws ?? ""} ${keep()?.dataset.throw ?? ""}`;
  if (now !== before) told = [];
  before = now;
  lay();
  chosen();
}

main.addEventListener("drawn", drawn);
drawn();
