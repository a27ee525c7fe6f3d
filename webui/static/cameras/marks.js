// The camera's picture, kept fresh, and what is marked in it, the board's corners or the dice area: moved by finger, mouse
// or arrow keys. What is seen in an area is told at once. The fields of numbers hold the truth: handles move them, and the
// line is drawn from them.
import "../morph.js";

import { at, movable, restsOnceSent, swapped } from "../handles.js";

const form = document.querySelector("[data-marks]");
const EVERY = 1000; // ms between two pictures
const ZOOM = 3;
const LOUPE = 1600; // ms for which the loupe stays after a move
const LEAST = 20; // px of the picture: a ring is no smaller
const CORNERS = ["1", "2", "3", "4"];
const SVG = "http://www.w3.org/2000/svg";

if (form) setUp();

function setUp() {
  const svg = form.querySelector("[data-live]");
  const undo = form.querySelector("[data-undo]");
  const said = form.querySelector("[data-said]");
  const says = form.querySelector("[data-says]");
  const noPicture = form.querySelector("[data-no-picture]");
  const loupe = form.querySelector("[data-loupe]");
  const folded = svg.closest("details");
  const margin = Number(form.dataset.margin ?? 0); // how far beyond the picture a corner may lie, as a share of it
  const handles = new Map([...svg.querySelectorAll("[data-handle]")].map((one) => [one.dataset.handle, one]));
  const corners = CORNERS.flatMap((k) => [`x${k}`, `y${k}`]);
  const numbers = [...corners, "x", "y", "wide", "high"].filter((name) => form.elements[name]);
  const before = Object.fromEntries(numbers.map((name) => [name, form.elements[name].value]));
  const shapes = form.elements.shape; // corners alone where there is none
  const shapeBefore = shapes?.value;
  let picture = form.querySelector("[data-shown]");
  let chosen = "1";
  let turn = 0; // grows whenever the area is another one
  let movedAt = 0;

  const box = () => svg.viewBox.baseVal;
  const perPixel = () => box().width / (svg.getBoundingClientRect().width || box().width);
  const get = (name) => Number(form.elements[name].value);
  const set = (name, value) => (form.elements[name].value = Math.round(value * 10) / 10);
  const ring = () => shapes?.value === "ring";
  const inside = (value, most) => Math.min(Math.max(value, -margin * most), (1 + margin) * most - 1);

  // --- where handles are, and what moving one does

  const places = {
    middle: () => [get("x"), get("y")],
    right: () => [get("x") + get("wide") / 2, get("y")],
    bottom: () => [get("x"), get("y") + get("high") / 2],
  };
  const moves = {
    middle: (x, y) => {
      const [across, down] = [get("wide") / 2, get("high") / 2];
      set("x", Math.min(Math.max(x, across), box().width - 1 - across));
      set("y", Math.min(Math.max(y, down), box().height - 1 - down));
    },
    right: (x) => set("wide", 2 * Math.max(LEAST, Math.min(x - get("x"), get("x"), box().width - 1 - get("x")))),
    bottom: (_, y) => set("high", 2 * Math.max(LEAST, Math.min(y - get("y"), get("y"), box().height - 1 - get("y")))),
  };
  CORNERS.forEach((k) => {
    places[k] = () => [get(`x${k}`), get(`y${k}`)];
    moves[k] = (x, y) => {
      set(`x${k}`, x);
      set(`y${k}`, y);
    };
  });

  function place(name, [x, y]) {
    moves[name](inside(x, box().width), inside(y, box().height));
    changed();
  }

  function changed() {
    turn += 1;
    movedAt = Date.now();
    undo.hidden = false;
    svg.querySelector("[data-dice]")?.replaceChildren();
    draw();
  }

  // --- drawing

  function outline() {
    if (!ring()) return CORNERS.map((k) => places[k]());
    return Array.from({ length: 48 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 48;
      return [get("x") + (Math.cos(angle) * get("wide")) / 2, get("y") + (Math.sin(angle) * get("high")) / 2];
    });
  }

  function draw() {
    const points = outline();
    svg.querySelectorAll("polygon").forEach((line) => line.setAttribute("points", points.map(String).join(" ")));
    const whole = `M0 0H${box().width}V${box().height}H0Z`;
    svg.querySelector("[data-beyond]")?.setAttribute("d", `${whole}M${points.map((at) => at.join(" ")).join("L")}Z`);
    handles.forEach((handle, name) => {
      const [x, y] = places[name]();
      handle.setAttribute("transform", `translate(${x} ${y}) scale(${perPixel()})`);
      handle.classList.toggle("is-chosen", name === chosen);
      handle.setAttribute("aria-label", spoken(name));
    });
    svg.querySelectorAll("[data-dice] text").forEach((text) => (text.style.fontSize = `${20 * perPixel()}px`));
    look();
  }

  // The loupe shows what a finger hides, as long as a handle moves and a little longer.
  function look() {
    if (!loupe) return;
    loupe.hidden = !picture.naturalWidth || Date.now() - movedAt > LOUPE;
    if (loupe.hidden) return;
    setTimeout(look, LOUPE / 2);
    const [x, y] = places[chosen]();
    const shown = picture.naturalWidth / box().width; // px of the picture sent for one of the camera's
    const half = ((85 * perPixel()) / ZOOM) * shown;
    const side = loupe.width;
    const pen = loupe.getContext("2d");
    pen.fillStyle = "#222";
    pen.fillRect(0, 0, side, side);
    pen.drawImage(picture, x * shown - half, y * shown - half, 2 * half, 2 * half, 0, 0, side, side);
    pen.strokeStyle = "#ffd45e";
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(0, side / 2);
    pen.lineTo(side, side / 2);
    pen.moveTo(side / 2, 0);
    pen.lineTo(side / 2, side);
    pen.stroke();
    loupe.classList.toggle("at-right", x < box().width / 2);
  }

  function spoken(name) {
    return `${handles.get(name).dataset.name} : ${places[name]().map(Math.round).join(", ")}`;
  }

  function showDice(dice) {
    const drawn = dice.flatMap(({ box: [x, y, width, height], says: value }) => {
      const [rect, text] = ["rect", "text"].map((kind) => document.createElementNS(SVG, kind));
      Object.entries({ x, y, width, height, class: "area-die" }).forEach((pair) => rect.setAttribute(...pair));
      const at = { x: x + width / 2, y: y - 14 * perPixel(), class: "seat" };
      Object.entries(at).forEach((pair) => text.setAttribute(...pair));
      text.textContent = value;
      return [rect, text];
    });
    svg.querySelector("[data-dice]").replaceChildren(...drawn);
    draw();
  }

  // --- fingers, mouse and keys

  handles.forEach((handle, name) =>
    movable(svg, handle, {
      where: places[name],
      place: (to) => place(name, to),
      grasp: () => (movedAt = Date.now()),
      choose: () => {
        chosen = name;
        draw();
      },
      stopped: () => (said.textContent = spoken(name)),
    })
  );

  svg.addEventListener("click", (event) => place(chosen, at(svg, event)));
  numbers.forEach((name) => form.elements[name].addEventListener("change", changed));
  shapes?.forEach((one) =>
    one.addEventListener("change", () => {
      chosen = ring() ? "middle" : "1";
      changed();
    })
  );
  undo.addEventListener("click", () => {
    numbers.forEach((name) => (form.elements[name].value = before[name]));
    if (shapes) shapes.value = shapeBefore;
    chosen = ring() ? "middle" : "1";
    changed();
    undo.hidden = true;
  });

  // --- the picture, kept fresh, and what is seen in the area

  async function refresh() {
    if (document.hidden || folded?.open === false) return;
    const asked = turn;
    const view = form.dataset.now ? await seenNow() : { width: box().width, height: box().height };
    if (!view) return;
    const fresh = new Image();
    fresh.src = `${form.dataset.picture}?${Date.now()}`;
    await fresh.decode();
    picture = swapped(picture, fresh, svg, view);
    if (view.dice && asked === turn) tell(view); // else it tells of where the area was
  }

  async function seenNow() {
    const query = new URLSearchParams(new FormData(form));
    query.delete("csrf_token");
    const answer = await fetch(`${form.dataset.now}?${query}`);
    if (!answer.ok) return null;
    const view = await answer.json();
    noPicture.hidden = view.live;
    form.classList.toggle("is-blind", !view.live);
    return view.live ? view : null;
  }

  function tell(view) {
    showDice(view.dice);
    says.classList.toggle("is-unsure", !view.good);
    if (says.textContent !== view.says) says.textContent = view.says;
  }

  restsOnceSent(form);
  folded?.addEventListener("toggle", () => {
    draw();
    if (folded.open) svg.scrollIntoView({ block: "start" });
  });
  form.querySelector("[data-help]").hidden = false;
  form.classList.add("is-editing");
  chosen = ring() ? "middle" : "1";
  (async function keep() {
    try {
      await refresh();
    } catch {
      if (noPicture) noPicture.hidden = false;
    }
    setTimeout(keep, EVERY);
  })();
  addEventListener("resize", draw);
  draw();
}
