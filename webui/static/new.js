// Who has a first name plays: typing one ticks the place. Unticking it again is meant.
document.querySelectorAll(".place").forEach((place) => {
  const tick = place.querySelector("[type=checkbox]");
  const was = place.querySelector("[type=hidden]");
  const name = place.querySelector("[type=text]");
  name.addEventListener("input", () => (tick.checked = tick.checked || name.value.trim() !== ""));
  tick.addEventListener("change", () => {
    if (!tick.checked) was.value = name.value.trim();
  });
});
