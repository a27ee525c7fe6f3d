// A code that is typed is hidden, and shown while its box is ticked; a sheet is printed at a touch.
import "./morph.js";

document.querySelectorAll("[data-shows]").forEach((box) => {
  const field = document.getElementById(box.dataset.shows);
  box.closest("[hidden]").hidden = false;
  box.checked = false;
  box.addEventListener("change", () => {
    field.type = box.checked ? "text" : "password";
    field.focus();
  });
});
document.querySelector("[data-print]")?.addEventListener("click", () => print());
