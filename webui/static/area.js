// The camera's picture, kept fresh, and the dice area in it: moved by finger, mouse or arrow keys. What is seen in it
// is told at once. The fields of numbers hold the truth: handles move them, and the line is drawn from them.
import "./morph.js";

import { at, movable, restsOnceSent, swapped } from "./handles.js";

const form = document.querySelector("[data-area]");
const EVERY = 1000; // ms between two pictures
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
  const handles = new Map([...svg.querySelectorAll("[data-handle]")].map((one) => [one.dataset.handle, one]));
  const numbers = [...CORNERS.flatMap((k) => [`x${k}`, `y${k}`]), "x", "y", "wide", "high"];
  const before = Object.fromEntries(numbers.map((name) => [name, form.elements[name].value]));
  const shapeBefore = form.elements.shape.value;
  let picture = form.querySelector("[data-shown]");
  let chosen = "1";
  let turn = 0; // grows whenever the area is another one

  const box = () => svg.viewBox.baseVal;
  const perPixel = () => box().width / (svg.getBoundingClientRect().width || box().width);
  const get = (name) => Number(form.elements[name].value);
  const set = (name, value) => (form.elements[name].value = Math.round(value * 10) / 10);
  const ring = () => form.elements.shape.value === "ring";
  const inside = (value, most) => Math.min(Math.max(value, 0), most - 1);

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
    undo.hidden = false;
    svg.querySelector("[data-dice]").replaceChildren();
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
    svg.querySelector("[data-beyond]").setAttribute("d", `${whole}M${points.map((at) => at.join(" ")).join("L")}Z`);
    handles.forEach((handle, name) => {
      const [x, y] = places[name]();
      handle.setAttribute("transform", `translate(${x} ${y}) scale(${perPixel()})`);
      handle.classList.toggle("is-chosen", name === chosen);
      handle.setAttribute("aria-label", spoken(name));
    });
    svg.querySelectorAll("[data-dice] text").forEach((text) => (text.style.fontSize = `${20 * perPixel()}px`));
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
      choose: () => {
        chosen = name;
        draw();
      },
      stopped: () => (said.textContent = spoken(name)),
    })
  );

  svg.addEventListener("click", (event) => place(chosen, at(svg, event)));
  numbers.forEach((name) => form.elements[name].addEventListener("change", changed));
  form.elements.shape.forEach((one) =>
    one.addEventListener("change", () => {
      chosen = ring() ? "middle" : "1";
      changed();
    })
  );
  undo.addEventListener("click", () => {
    numbers.forEach((name) => (form.elements[name].value = before[name]));
    form.elements.shape.value = shapeBefore;
    chosen = ring() ? "middle" : "1";
    changed();
    undo.hidden = true;
  });

  // --- the picture, kept fresh, and what is seen in the area

  async function refresh() {
    if (document.hidden) return;
    try {
      const asked = turn;
      const query = new URLSearchParams(new FormData(form));
      query.delete("csrf_token");
      const answer = await fetch(`${form.dataset.now}?${query}`);
      if (!answer.ok) return;
      const view = await answer.json();
      noPicture.hidden = view.live;
      form.classList.toggle("is-blind", !view.live);
      if (!view.live) return;
      const fresh = new Image();
      fresh.src = `${form.dataset.picture}?${Date.now()}`;
      await fresh.decode();
      picture = swapped(picture, fresh, svg, view);
      if (asked !== turn) return; // it tells of where the area was
      showDice(view.dice);
      says.classList.toggle("is-unsure", !view.good);
      if (says.textContent !== view.says) says.textContent = view.says;
    } catch {
      noPicture.hidden = false;
    }
  }

  restsOnceSent(form);
  form.querySelector("[data-help]").hidden = false;
  form.classList.add("is-editing");
  chosen = ring() ? "middle" : "1";
  (async function keep() {
    await refresh();
    setTimeout(keep, EVERY);
  })();
  addEventListener("resize", draw);
  draw();
}
