// Keeps the screen awake while the page is seen, where the browser allows it (only over https, or on the box itself).

let wanted = false;

export function keepAwake(on) {
  wanted = on;
  ask();
}

async function ask() {
  if (!wanted || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    const lock = await navigator.wakeLock.request("screen");
    if (!wanted) lock.release();
    else addEventListener("awake-no-more", () => lock.release(), { once: true });
  } catch {
    // A low battery, or a wish of the device: it may sleep.
  }
}

export function letSleep() {
  wanted = false;
  dispatchEvent(new Event("awake-no-more"));
}

document.addEventListener("visibilitychange", ask);
