// A tap is sent and shown without a new page; Escape lets go. Without this script the same buttons send the form.
import { morph } from "../morph.js";

const form = () => document.getElementById("placing");
let before = Promise.resolve();

async function tapped(data, where) {
  const answer = await fetch(where, { method: "POST", body: new URLSearchParams(data) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main");
  if (!page.getElementById("placing")) return window.location.reload();
  morph(document.getElementById("main"), fresh);
}

document.addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target !== form() || !by || !["tap", "put", "again", "let_go"].includes(by.name)) return;
  event.preventDefault();
  // One after the other: each is told with the board that the one before has left.
  before = before.then(() => {
    const data = new FormData(form());
    data.append(by.name, by.value);
    return tapped(data, form().action);
  });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("let-go")?.click();
});
