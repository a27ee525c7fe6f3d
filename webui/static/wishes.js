// What this device alone wishes, before anything is drawn: size of the text, which side of the board lies below, hints.
(() => {
  const root = document.documentElement;
  root.classList.replace("no-script", "has-script");

  function kept(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch {
      return value ?? null; // private browsing: the wish lasts as long as the page
    }
  }

  const pressed = () =>
    document.querySelectorAll("button[data-size]").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.size === (root.dataset.size ?? "1")));
    });

  function size(wish) {
    const chosen = ["1", "2", "3"].includes(wish) && !root.classList.contains("of-wall"); // its texts are as large as they fit
    if (chosen) root.dataset.size = wish;
    pressed();
  }

  function view(wish) {
    if (root.dataset.view !== undefined && /^[0-3]$/.test(wish ?? "")) root.dataset.view = wish;
  }

  // Whoever offers hints hears of another wish.
  function hints(wish) {
    root.dataset.hints = ["always", "ask", "never"].includes(wish) ? wish : "always";
    delete root.dataset.asked;
    dispatchEvent(new Event("hints"));
  }

  size(kept("size"));
  view(new URLSearchParams(location.search).has("view") ? root.dataset.view : kept("view"));
  hints(kept("hints"));
  // A device that was opened with a code stays so while it is used: when that was, for whoever warns before it ends.
  const used = () => kept("used", String(Date.now()));
  used();
  addEventListener("used", used);
  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("[data-rest]")) setTimeout(() => import("./pages/rest.js"), 60_000);
  });

  document.addEventListener("DOMContentLoaded", pressed);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-size]");
    if (button) size(kept("size", button.dataset.size) ?? button.dataset.size);
    const moves = event.target.closest("button[data-hints]");
    if (moves) hints(kept("hints", moves.dataset.hints) ?? moves.dataset.hints);
    if (event.target.closest("[data-dismiss]")) event.target.closest(".flash").remove();
    const turn = event.target.closest("[data-turn-view]");
    if (turn) {
      event.preventDefault();
      const next = String((Number(root.dataset.view) + 1) % 4);
      view(kept("view", next) ?? next);
    }
    const sheet = document.querySelector(".settings[open]");
    if (sheet && !sheet.contains(event.target)) sheet.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const sheet = document.querySelector(".settings[open]");
    if (event.key === "Escape" && sheet) {
      sheet.open = false;
      sheet.querySelector("summary").focus();
    }
  });
})();
