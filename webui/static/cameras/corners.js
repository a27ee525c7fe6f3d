// All of the camera's picture, kept fresh, and the four corners of the board: moved by finger, mouse or arrow keys.
import "../morph.js";

import { at, movable, restsOnceSent } from "../handles.js";

const form = document.querySelector("[data-camera]");
const EVERY = 1000;
const ZOOM = 3;
const LOUPE = 1600;

if (form) setUp();

function setUp() {
  const svg = form.querySelector("[data-live]");
  const loupe = form.querySelector("[data-loupe]");
  const hand = form.querySelector("[data-hand]");
  const undo = form.querySelector("[data-undo]");
  const said = form.querySelector("[data-said]");
  const picture = form.querySelector("[data-shown]");
  const source = picture.src;
  const handles = [...svg.querySelectorAll("[data-corner]")];
  const fields = handles.map((_, k) => ["x", "y"].map((axis) => form.elements[`${axis}${k + 1}`]));
  let corners = fields.map((pair) => pair.map((field) => Number(field.value)));
  const seen = structuredClone(corners);
  let chosen = 0;
  let movedAt = 0;

  const box = () => svg.viewBox.baseVal;
  const perPixel = () => box().width / (svg.getBoundingClientRect().width || box().width);

  // --- drawing

  function draw() {
    const points = corners.map((corner) => corner.join(",")).join(" ");
    svg.querySelectorAll("polygon").forEach((line) => line.setAttribute("points", points));
    handles.forEach((handle, k) => {
      handle.setAttribute("transform", `translate(${corners[k][0]} ${corners[k][1]}) scale(${perPixel()})`);
      handle.classList.toggle("is-chosen", k === chosen);
      handle.setAttribute("aria-label", spoken(k));
    });
    look();
  }

  function spoken(k) {
    return `${handles[k].dataset.name} : ${corners[k].map(Math.round).join(", ")}`;
  }

  // The loupe shows what a finger hides, as long as a corner moves and a little longer.
  function look() {
    loupe.hidden = !hand.open || !picture.naturalWidth || Date.now() - movedAt > LOUPE;
    if (loupe.hidden) return;
    setTimeout(look, LOUPE / 2);
    const [x, y] = corners[chosen];
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

  // --- moving a corner

  function place(k, [x, y]) {
    const clamp = (value, most) => Math.min(Math.max(value, -0.2 * most), 1.2 * most);
    corners[k] = [clamp(x, box().width), clamp(y, box().height)].map((value) => Math.round(value * 10) / 10);
    fields[k].forEach((field, axis) => (field.value = corners[k][axis]));
    undo.hidden = false;
    movedAt = Date.now();
    draw();
  }

  handles.forEach((handle, k) => {
    movable(svg, handle, {
      where: () => corners[k],
      place: (to) => place(k, to),
      grasp: () => (movedAt = Date.now()),
      choose: () => {
        chosen = k;
        draw();
      },
      stopped: () => (said.textContent = spoken(k)),
    });
    fields[k].forEach((field, axis) =>
      field.addEventListener("change", () => {
        chosen = k;
        place(k, axis ? [corners[k][0], Number(field.value)] : [Number(field.value), corners[k][1]]);
      })
    );
  });

  svg.addEventListener("click", (event) => {
    if (hand.open) place(chosen, at(svg, event));
  });

  hand.addEventListener("toggle", () => {
    draw();
    if (hand.open) svg.scrollIntoView({ block: "start" });
  });

  undo.addEventListener("click", () => {
    corners = structuredClone(seen);
    corners.forEach((corner, k) => fields[k].forEach((field, axis) => (field.value = corner[axis])));
    undo.hidden = true;
    draw();
  });

  restsOnceSent(form);
  setInterval(() => {
    if (hand.open && !document.hidden) picture.src = `${source}?${Date.now()}`;
  }, EVERY);
  addEventListener("resize", draw);
  draw();
}
