// What of a table's page does not fit the screen: wider or higher than it, too small for a finger, cut, or covered.
() => {
  const FINGER = 44; // px that a finger needs in each direction
  const TOUCHED = "a, button, summary, .pad-face, .tile label, .pick input";
  const FIRST = "section.by-hand .pad-face, .faces button"; // dice to tell: in view before an upright phone is scrolled
  const READ = `#headline, #game-line, #says, .why, .line, .line > *, .mate, .mate > *, .who .name, .stakes, .payments li, .steps li,
    .steps .name, .for-everyone li, .moves h2, .tile, .answer, .move, .alerts p, legend, .die, .slot, .seat, .playing-card > *, .final .name, .final .mini`;
  const UNCOVERED = `${TOUCHED}, .frame.is-turn .tile, label, #headline, #says, .name, .score, .move, .answer, legend`;

  const root = document.documentElement;
  const found = new Set();
  const style = (one) => getComputedStyle(one);
  const clips = (one) => style(one).overflowX !== "visible" || style(one).overflowY !== "visible";
  const called = (one) => one.id || one.className.baseVal || one.className || one.tagName;
  const named = (one) => `${called(one)} (${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)})`;

  function seen(one) {
    const { width, height } = one.getBoundingClientRect();
    const meant = !one.closest(".unseen, .skip, .sheet-of-menu") && style(one).clipPath === "none";
    return meant && width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true });
  }

  function size(one) {
    const { width, height } = one.getBoundingClientRect();
    if (Math.min(width, height) < FINGER - 0.5) found.add(`${Math.round(width)}x${Math.round(height)} px: ${named(one)}`);
  }

  function words(one) {
    const [wide, high] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    if (clips(one) && (wide > 1 || high > 1)) found.add(`its words are cut: ${named(one)}`);
    if (one.matches(".button") && (wide > 2 || high > 4)) found.add(`its words stand over: ${named(one)}`);
  }

  // Within all that holds it; a page that is higher than the screen may be scrolled, a part of it may not.
  function cut(one, lies) {
    if (lies.left < -1 || lies.right > innerWidth + 1) found.add(`beyond the edge: ${named(one)}`);
    for (let up = one.parentElement; up && up !== document.body && style(up).position !== "fixed"; up = up.parentElement) {
      if (!clips(up)) continue;
      const room = up.getBoundingClientRect();
      const aside = lies.right > room.right + 1 || lies.left < room.left - 1;
      const beyond = lies.bottom > room.bottom + 1 || lies.top < room.top - 1 || up.scrollTop > 0;
      if (aside || beyond) found.add(`cut by ${called(up)}: ${named(one)}`);
      up.scrollTop = 0;
    }
  }

  // The photograph of a doubt is meant to lie over the board; so are a phone's dice to tell for boards of men.
  function unreached(one) {
    if (innerWidth < 600 && one.getBoundingClientRect().bottom > innerHeight) found.add(`below the edge: ${named(one)}`);
  }

  function covers(top, one) {
    if (!top || one.contains(top) || top.contains(one) || top.closest(".photographs")) return false;
    if (top.closest("section.by-hand") && one.closest(".who")) return false;
    const bare = !top.textContent.trim() && style(top).backgroundColor === "rgba(0, 0, 0, 0)";
    return !bare || top.matches("button, a, input, svg *");
  }

  function covered(one, lies) {
    const corners = [[0.12, 0.2], [0.88, 0.2], [0.12, 0.8], [0.88, 0.8]];
    const points = [[0.5, 0.5], ...(one.matches(TOUCHED) ? corners : [[0.1, 0.5], [0.9, 0.5]])];
    const tops = points.map(([x, y]) => document.elementFromPoint(lies.left + x * lies.width, lies.top + y * lies.height));
    const top = tops.find((over) => covers(over, one));
    if (top) found.add(`covered by ${named(top)}: ${named(one)}`);
  }

  const lying = matchMedia("(min-width: 900px) and (min-aspect-ratio: 11/10)").matches; // the board beside all else
  if (root.scrollWidth > root.clientWidth) found.add(`wider by ${root.scrollWidth - root.clientWidth} px`);
  if (lying && root.scrollHeight > innerHeight + 1) found.add(`higher by ${root.scrollHeight - innerHeight} px`);
  const touched = [...document.querySelectorAll(TOUCHED)].filter(seen);
  touched.forEach(size);
  [...document.querySelectorAll(FIRST)].filter(seen).forEach(unreached);
  for (const one of new Set([...touched, ...[...document.querySelectorAll(READ)].filter(seen)])) {
    one.scrollIntoView({ block: "nearest" });
    const lies = one.getBoundingClientRect();
    words(one);
    cut(one, lies);
    if (one.matches(UNCOVERED) && style(one).pointerEvents !== "none") covered(one, lies);
  }
  scrollTo(0, 0);
  return [...found];
}
