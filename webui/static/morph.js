// Makes an element like a newer one, touching only what differs, so that focus, choices and open parts stay.
// What has another id or data-key is another thing, and so is what is marked data-whole and reads otherwise: it takes the
// old one's place, and nothing seems to have moved.
if (!document.documentElement.classList.contains("has-script")) throw new Error("expected a browser that docs/browsers.md names");

const KEPT = ["data-by-keys", "data-young"];
const kept = (name, element) => (element.tagName === "DETAILS" && name === "open") || KEPT.includes(name);

function likeAttributes(old, fresh) {
  if (old.tagName === "INPUT" && old.hasAttribute("checked") !== fresh.hasAttribute("checked")) {
    old.checked = fresh.hasAttribute("checked");
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !kept(name, old)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !kept(name, old)) old.setAttribute(name, value);
  }
}

function same(a, b) {
  if (a.nodeType !== b.nodeType || a.nodeName !== b.nodeName || (a.id || "") !== (b.id || "")) return false;
  return a.dataset?.key === b.dataset?.key && (a.dataset?.whole === undefined || a.textContent === b.textContent);
}

export function morph(old, fresh) {
  guarded(old, () => become(old, fresh));
}

function become(old, fresh) {
  likeAttributes(old, fresh);
  let place = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    let match = place;
    while (match && !same(match, next)) match = match.nextSibling;
    if (!match || (!next.id && match !== place)) {
      old.insertBefore(next, place);
      continue;
    }
    while (place !== match) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    if (match.nodeType === Node.ELEMENT_NODE) become(match, next);
    else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
    place = match.nextSibling;
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

// --- no control takes a tap that was meant for what stood there before: what takes another's place is dead for a moment

const DEAD = 600; // milliseconds
const SLACK = 8; // pixels by which places may differ, or touch each other
const CONTROLS = "button, a[href], summary, label, select, input:not([type=hidden]), [role=button]";

// What a control does: where it stands tells nothing of that, nor what is written on one that has a name.
function means(control) {
  const of = control.control ?? control;
  const form = of.form ?? of.closest("form");
  const named = [of.id || of.getAttribute("href"), of.name, of.value, form?.id, of.closest(".pad")?.dataset.throw];
  return named.slice(0, 3).some(Boolean) ? named.join("|") : control.textContent.trim();
}

function controlsOf(root) {
  return [...root.querySelectorAll(CONTROLS)]
    .map((control) => ({ control, means: means(control), at: control.getBoundingClientRect() }))
    .filter(({ at }) => at.width > 0 && at.height > 0);
}

const meet = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
const within = (a, b) =>
  a.left >= b.left - SLACK && a.right <= b.right + SLACK && a.top >= b.top - SLACK && a.bottom <= b.bottom + SLACK;

function rest(control) {
  control.dataset.young = "";
  setTimeout(() => delete control.dataset.young, DEAD);
}

// Does `change` to what `root` holds; what then stands where something else did takes no tap for a moment.
function guarded(root, change) {
  const before = controlsOf(root);
  change();
  queueMicrotask(() => {
    for (const { control, means, at } of controlsOf(root)) {
      const there = before.filter((old) => meet(old.at, at));
      if (there.length && !there.some((old) => old.means === means && within(at, old.at))) rest(control);
    }
  });
}

export const table = () => document.getElementById("table");
export const isShown = (one) => one.getClientRects().length > 0;
const tableOf = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("table");

// Whether newer pieces are of a game that is drawn with files of its own: then the page is to be opened anew.
export const ofAnotherFamily = (html) => (tableOf(html)?.dataset.family ?? table().dataset.family) !== table().dataset.family;

// --- praise is read to its end, or to the next throw

const READ = 2500; // milliseconds that praise stands
const praiseOf = (now) => (now && "praises" in now.dataset ? now.dataset.praised : undefined);
let praise = { of: undefined, since: 0, later: 0 };

function begin(now) {
  if (praiseOf(now) !== praise.of) praise = { ...praise, of: praiseOf(now), since: performance.now() };
}

// What was to be said in the place of praise waits; `later` is done once it may be said.
function standing(fresh, later) {
  clearTimeout(praise.later);
  const [shown, next] = [table(), fresh].map((one) => one.querySelector("#now"));
  begin(shown);
  const left = praise.since + READ - performance.now();
  const covers = praise.of !== undefined && next?.dataset.praised === praise.of && praiseOf(next) === undefined;
  if (!covers || left <= 0) return begin(next);
  next.replaceWith(shown.cloneNode(true));
  fresh.dataset.title = table().dataset.title;
  praise.later = setTimeout(later, left);
}

// Draws newer pieces of the page in place of those shown; false where they are none. `again` is given them once more when
// praise has been read that stood in the way of what they say.
export function drawn(html, again = drawn) {
  const fresh = tableOf(html);
  if (!fresh) return false;
  standing(fresh, () => again(html));
  morph(table(), fresh);
  document.title = table().dataset.title;
  return true;
}

if (table()) begin(table().querySelector("#now"));
