// Handles in a drawing that are moved by finger, mouse or arrow keys, and a form that tells that it works.

const STEP = 0.002; // of the drawing's width for one press of an arrow key
const LARGE = 10; // times that with Shift
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Where a pointer is, in the drawing's own units.
export function at(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

// Make a handle movable. It asks `where()` for its place and calls `place([x, y])` to move; `choose()` when it is
// gripped or has the focus, `grasp()` when it is gripped; `stopped()` after a key moved it.
export function movable(svg, handle, { where, place, choose, grasp = () => {}, stopped }) {
  let grip = null;
  handle.addEventListener("pointerdown", (event) => {
    const [[x, y], [left, top]] = [at(svg, event), where()];
    grip = [left - x, top - y];
    grasp();
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    event.preventDefault();
    event.stopPropagation();
    choose();
  });
  handle.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const [x, y] = at(svg, event);
    place([x + grip[0], y + grip[1]]);
  });
  ["pointerup", "pointercancel"].forEach((end) => handle.addEventListener(end, () => (grip = null)));
  handle.addEventListener("click", (event) => event.stopPropagation());
  handle.addEventListener("focus", choose);
  handle.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = svg.viewBox.baseVal.width * STEP * (event.shiftKey ? LARGE : 1);
    const [x, y] = where();
    place([x + way[0] * step, y + way[1] * step]);
  });
  handle.addEventListener("keyup", (event) => {
    if (ARROWS[event.key]) stopped();
  });
}

// A fresh picture in an old one's place, and the drawing over it as large; the picture that is shown from now on.
export function swapped(picture, fresh, svg, { width, height }) {
  fresh.className = picture.className;
  fresh.dataset.shown = "";
  [fresh.width, fresh.height, fresh.alt] = [width, height, picture.alt];
  picture.replaceWith(fresh);
  const box = svg.viewBox.baseVal;
  if (box.width !== width || box.height !== height) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return fresh;
}

// Once sent, a form's buttons rest, and the pressed one says what is done.
export function restsOnceSent(form) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    setTimeout(() => {
      if (button.dataset.working) button.textContent = button.dataset.working;
      form.querySelectorAll("button").forEach((one) => (one.disabled = true));
    });
  });
}
