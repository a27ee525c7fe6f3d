"""What is looked for on a screen: whether it can be pushed sideways, and what of its words is cut off."""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """() => [...document.querySelectorAll("#now, .button, .answer")].filter((one) => {
  const clips = one.matches(".button, .answer") || getComputedStyle(one).overflowY !== "visible";
  const cut = (clips && one.clientHeight + 4 < one.scrollHeight) || one.clientWidth + 1 < one.scrollWidth;
  return cut && one.checkVisibility();
}).map((one) => `${one.id || one.className}: ${one.textContent.trim()}`)"""
