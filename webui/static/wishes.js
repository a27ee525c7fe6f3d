// What this device alone wishes, before anything is drawn: size of the text, colours, which side of the board lies below, hints.
// Written so that any browser can read it (ECMAScript 5): one that is older than docs/browsers.md names keeps the pages
// without scripts, loaded again where they change, and no other script runs there.
(function () {
  var root = document.documentElement;
  var able = window.CSS && CSS.supports && CSS.supports("selector(:has(a))");
  var here = document.currentScript && document.currentScript.src;

  function reload() {
    var wait = document.querySelector("meta[name=reload]");
    if (wait) setTimeout(function () { location.reload(); }, wait.content * 1000);
  }

  if (!able) {
    window.addEventListener("load", reload);
    return;
  }
  root.classList.replace("no-script", "has-script");

  function kept(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch (error) {
      return value === undefined ? null : value; // private browsing: the wish lasts as long as the page
    }
  }

  function press(name, chosen) {
    document.querySelectorAll("button[data-" + name + "]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(button.dataset[name] === chosen));
    });
  }

  function pressed() {
    press("size", root.dataset.size || "1");
    press("colours", root.dataset.colours || "auto");
  }

  // A menu closes where somebody goes on elsewhere.
  function leave(event) {
    document.querySelectorAll(".menu[open]").forEach(function (menu) {
      if (!menu.contains(event.target)) menu.open = false;
    });
  }

  function size(wish) {
    var chosen = ["1", "2", "3"].includes(wish) && !root.classList.contains("of-wall"); // its texts are as large as they fit
    if (chosen) root.dataset.size = wish;
    pressed();
  }

  // The frame that a browser draws around the page has the page's colours.
  function colours(wish) {
    var chosen = ["light", "dark"].includes(wish);
    if (chosen) root.dataset.colours = wish;
    else delete root.dataset.colours;
    document.querySelectorAll("meta[data-of]").forEach(function (meta) {
      meta.media = chosen ? (meta.dataset.of === wish ? "all" : "not all") : "(prefers-color-scheme: " + meta.dataset.of + ")";
    });
    pressed();
  }

  function view(wish) {
    if (root.dataset.view !== undefined && /^[0-3]$/.test(wish || "")) root.dataset.view = wish;
  }

  // Whoever offers hints hears of another wish.
  function hints(wish) {
    root.dataset.hints = ["always", "ask", "never"].includes(wish) ? wish : "always";
    delete root.dataset.asked;
    dispatchEvent(new Event("hints"));
  }

  size(kept("size"));
  colours(kept("colours"));
  view(new URLSearchParams(location.search).has("view") ? root.dataset.view : kept("view"));
  hints(kept("hints"));
  // A device that was opened with a code stays so while it is used: when that was, for whoever warns before it ends.
  function used() {
    kept("used", String(Date.now()));
  }

  function warnBeforeRest() {
    var script = document.createElement("script");
    script.type = "module";
    script.src = here.replace("wishes.js", "pages/rest.js");
    document.head.append(script);
  }

  used();
  addEventListener("used", used);
  document.addEventListener("DOMContentLoaded", function () {
    if (document.querySelector("[data-rest]")) setTimeout(warnBeforeRest, 60000);
  });

  document.addEventListener("DOMContentLoaded", pressed);
  document.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-size]");
    if (button) size(kept("size", button.dataset.size));
    var paper = event.target.closest("button[data-colours]");
    if (paper) colours(kept("colours", paper.dataset.colours));
    var moves = event.target.closest("button[data-hints]");
    if (moves) hints(kept("hints", moves.dataset.hints));
    if (event.target.closest("[data-dismiss]")) event.target.closest(".flash").remove();
    if (event.target.closest("[data-turn-view]")) {
      event.preventDefault();
      view(kept("view", String((Number(root.dataset.view) + 1) % 4)));
    }
    leave(event);
  });
  // Once somebody types anew, what was wrong before is no longer so.
  document.addEventListener("input", function (event) {
    event.target.removeAttribute("aria-invalid");
    document.querySelectorAll("#wrong, .messages:has(~ .entrance) .flash").forEach(function (said) {
      said.remove();
    });
  });
  document.addEventListener("focusin", leave);
  document.addEventListener("keydown", function (event) {
    var menu = document.querySelector(".menu[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
