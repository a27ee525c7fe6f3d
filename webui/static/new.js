// Who has a first name plays: typing one ticks the place. Unticking it again is meant.
import "./morph.js";

document.querySelectorAll(".place").forEach((place) => {
  const tick = place.querySelector("[type=checkbox]");
  const was = place.querySelector("[type=hidden]");
  const name = place.querySelector("[type=text]");
  name.addEventListener("input", () => (tick.checked = tick.checked || name.value.trim() !== ""));
  tick.addEventListener("change", () => {
    if (!tick.checked) was.value = name.value.trim();
  });
});

// What may be given goes by the game.
function handicaps() {
  const house = document.querySelector("[data-house]:checked")?.dataset.house;
  const given = document.querySelector(`.handicaps .house-${house}`);
  for (const field of document.querySelectorAll(".handicaps input[type=number]")) {
    field.min = given?.dataset.least ?? field.min;
    field.max = given?.dataset.most ?? field.max;
  }
}

document.getElementById("new-game").addEventListener("change", handicaps);
handicaps();
