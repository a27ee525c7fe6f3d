// Keeps what the camera shows fresh, with its marks and the sentence, while somebody looks at the page.
import { morph } from "../morph.js";

const main = document.getElementById("main");
const EVERY = 1000; // ms

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(main.dataset.now);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("now");
    if (fresh) morph(document.getElementById("now"), fresh);
  } catch {
    // The link is lost for a moment: the next try finds it again.
  }
}

if (document.getElementById("now")) {
  (async function keep() {
    await refresh();
    setTimeout(keep, EVERY);
  })();
}
