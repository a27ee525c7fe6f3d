// The link to Piste: newest pieces by stream, or by asking; and how old what is shown has become when it is silent.

const ASK_EVERY = 1500;
const STREAM_AGAIN = 30000;
const LOOK = 1000;
const SILENT = 8000; // the stream gives a sign of life every three seconds

// `draw` is given a piece of page whenever there is a newer one; `version` tells which one is shown; `lost` is the
// element that says that the link is lost, with the age of what is shown.
export function link({ stream, pieces, draw, version, lost }) {
  const age = lost.querySelector("[data-age]");
  let heard = performance.now();
  let source = null;
  let asking = 0;
  let again = 0;

  function alive() {
    heard = performance.now();
    lost.hidden = true;
  }

  function gone() {
    const seconds = Math.round((performance.now() - heard) / 1000);
    if (age) age.textContent = age.dataset.age.replace("{seconds}", seconds);
    lost.hidden = false;
  }

  // A browser has six connections for all tabs of one site: a hidden page leaves them to those that are seen.
  function rest() {
    source?.close();
    source = null;
    clearInterval(asking);
    clearTimeout(again);
    asking = 0;
  }

  function listen() {
    if (document.hidden) return;
    rest();
    let failures = 0;
    source = new EventSource(stream);
    source.addEventListener("table", (event) => {
      failures = 0;
      alive();
      draw(event.data);
    });
    source.addEventListener("beat", alive);
    source.addEventListener("open", alive);
    source.addEventListener("error", () => {
      failures += 1;
      if (source?.readyState === EventSource.CLOSED || failures > 2) askOften();
    });
  }

  async function ask() {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), SILENT / 2);
    try {
      const answer = await fetch(`${pieces}${pieces.includes("?") ? "&" : "?"}version=${version()}`, { signal: late.signal });
      if (answer.status === 410) return location.reload(); // what stands there now says why
      if (!answer.ok) return gone();
      alive();
      if (answer.status === 200) draw(await answer.text());
    } catch {
      gone();
    } finally {
      clearTimeout(timer);
    }
  }

  function askOften() {
    rest();
    if (document.hidden) return;
    asking = setInterval(ask, ASK_EVERY);
    ask();
    again = setTimeout(listen, STREAM_AGAIN);
  }

  // A page that was hidden, or a tablet that has slept, was not listening: it asks first.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) rest();
    else ask().then(listen);
  });
  setInterval(() => {
    if (document.hidden || performance.now() - heard <= SILENT) return;
    gone();
    if (source) askOften();
  }, LOOK);
  addEventListener("pagehide", rest);
  listen();
  return { lost: gone, now: () => asking && ask() };
}
