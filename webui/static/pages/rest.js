// Whoever opened this device with a code is told before it is closed for want of use, and may keep it open; once it is
// closed, the page says so and leads to the code.

const box = document.querySelector("[data-rest]");
const [soon, over] = ["soon", "over"].map((name) => box.querySelector(`[data-${name}]`));
const LASTS = Number(box.dataset.rest) * 1000;
const WARNING = 10 * 60 * 1000; // ms before the end
const LOOK = 15_000;
const began = Date.now();

function rested() {
  try {
    return Date.now() - Number(localStorage.getItem("used") ?? began);
  } catch {
    return Date.now() - began; // private browsing
  }
}

// To ask is to use: a session that lives goes on from here.
async function lives() {
  const answer = await fetch(box.dataset.session);
  return answer.ok && (await answer.json()).role !== "looker_on";
}

async function stay() {
  try {
    const open = await lives();
    soon.hidden = true;
    over.hidden = open;
    if (open) dispatchEvent(new Event("used"));
  } catch {
    // The link is lost for a moment: the next look asks again.
  }
}

function look() {
  const rest = rested();
  if (rest > LASTS) stay();
  else soon.hidden = !over.hidden || rest < LASTS - WARNING;
}

soon.querySelector("[data-stay]").addEventListener("click", stay);
setInterval(look, LOOK);
look();
box.dataset.looks = "";
