// Steps through an example without leaving the place where one reads; without scripts its links do the same.
import "../morph.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after" };
let steps = Promise.resolve(); // one after the other, however fast a key is pressed

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(link.closest("[data-steps]"), link.dataset.step);
});

// The arrow keys step while something in the example has the focus.
document.addEventListener("keydown", (event) => {
  const place = event.target.closest("[data-steps]");
  if (!place || !KEYS[event.key]) return;
  event.preventDefault();
  follow(place, KEYS[event.key]);
});

function follow(place, name) {
  steps = steps.then(() => step(place, name));
}

async function step(place, name) {
  const link = place.querySelector(`a[data-step="${name}"]`);
  if (!link) return;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(place.id);
    place.replaceChildren(...fresh.childNodes);
    const ways = name === "after" ? ["after", "before"] : ["before", "after"];
    ways.map((way) => place.querySelector(`a[data-step="${way}"]`)).find(Boolean)?.focus({ preventScroll: true });
  } catch {
    location.assign(link.href);
  }
}
