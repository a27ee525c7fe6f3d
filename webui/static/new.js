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

// A game of two shows two places: who was across is there.
function two() {
  if (!document.querySelector("[data-two]:checked")) return;
  const [tick, name] = ["seat-", "name-"].map((of) => (place) => document.querySelector(`[id=${of}${place}], [name=${of}${place}]`));
  const across = [3, 4].find((place) => tick(place).checked);
  if (!across || tick(2).checked) return;
  [tick(2).checked, name(2).value] = [true, name(across).value];
  [tick(across).checked, name(across).value] = [false, ""];
}

// What may be given goes by the game.
function handicaps() {
  const house = document.querySelector("[data-house]:checked")?.dataset.house;
  const given = document.querySelector(`.handicaps .house-${house}`);
  for (const field of document.querySelectorAll(".handicaps input[type=number]")) {
    field.min = given?.dataset.least ?? field.min;
    field.max = given?.dataset.most ?? field.max;
  }
}

for (const change of [two, handicaps]) {
  document.getElementById("new-game").addEventListener("change", change);
  change();
}
