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

const isHidden = (one) => getComputedStyle(one).display === "none";

// A game of two shows two places: who was across is there.
function two() {
  if (!document.querySelector("[data-two]:checked")) return;
  const [tick, name] = ["seat-", "name-"].map((of) => (place) => document.querySelector(`[id=${of}${place}], [name=${of}${place}]`));
  const across = [3, 4].find((place) => tick(place).checked);
  if (!across || tick(2).checked) return;
  [tick(2).checked, name(2).value] = [true, name(across).value];
  [tick(across).checked, name(across).value] = [false, ""];
}

// Nobody plays at a place that a game of two hides, whatever is ticked or typed there; its name is remembered.
function forgetHidden({ formData }) {
  const ticked = formData.getAll("seat");
  const numbers = [...document.querySelectorAll(".place")].filter(isHidden).map((place) => place.querySelector("[type=checkbox]").value);
  formData.delete("seat");
  ticked.filter((number) => !numbers.includes(number)).forEach((number) => formData.append("seat", number));
  numbers.forEach((number) => formData.set(`was-${number}`, formData.get(`name-${number}`).trim()));
}

// What may be given goes by the game; a field that is hidden holds nothing up.
function handicaps() {
  const house = document.querySelector("[data-house]:checked")?.dataset.house;
  const given = document.querySelector(`.handicaps .house-${house}`);
  for (const field of document.querySelectorAll(".handicaps input[type=number]")) {
    const hidden = isHidden(field.parentElement);
    field.min = hidden ? "" : (given?.dataset.least ?? field.min);
    field.max = hidden ? "" : (given?.dataset.most ?? field.max);
  }
}

document.getElementById("new-game").addEventListener("formdata", forgetHidden);
for (const change of [two, handicaps]) {
  document.getElementById("new-game").addEventListener("change", change);
  change();
}
