"""What is looked for on a screen: whether it can be pushed sideways, what of its words is cut off, what has jumped."""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """() => [...document.querySelectorAll("#now, .button, .answer")].filter((one) => {
  const clips = one.matches(".button, .answer") || getComputedStyle(one).overflowY !== "visible";
  const cut = (clips && one.clientHeight + 4 < one.scrollHeight) || one.clientWidth + 1 < one.scrollWidth;
  return cut && one.checkVisibility();
}).map((one) => `${one.id || one.className}: ${one.textContent.trim()}`)"""
SHIFTS = """() => {
  window.shifts = [];
  const named = (node) => node?.id || node?.className || node?.nodeName;
  const state = () => document.getElementById("table")?.className;
  const told = (entry) => [entry.value, state(), ...entry.sources.map((one) => named(one.node))];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(told)))
    .observe({ type: "layout-shift" });
}"""
"""Notes in `window.shifts` whatever jumps from now on: how far, in which state of the table, and what."""
