// Keeps the running step of the check fresh.
import { morph } from "./morph.js";

const main = document.getElementById("main");
const EVERY = 700;

async function ask() {
  const part = document.getElementById("check");
  if (part?.dataset.state !== "running") return;
  try {
    const answer = await fetch(main.dataset.now);
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("check");
      if (fresh) morph(part, fresh);
    }
  } catch {
    // The link is lost for a moment: the next try finds it again.
  }
  setTimeout(ask, EVERY);
}

ask();
