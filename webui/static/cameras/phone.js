// Brings what this phone's camera sees to Piste, a picture at a time: the next one when the one before has been taken in.
import "../morph.js";

const main = document.getElementById("main");
const part = (name) => main.querySelector(`[data-${name}]`);
const said = part("said");
const video = part("video");
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1440 } };
const APART = 120; // ms between two pictures at least
const AGAIN = 2000; // ms after one that could not be brought
const QUALITY = 0.85;
const canvas = document.createElement("canvas");
let stream = null;
let awake = null;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function shows(running) {
  part("stage").hidden = part("stop").hidden = !running;
  part("start").hidden = part("leave").hidden = running; // to leave would end it
}

function picture() {
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

async function bring() {
  try {
    const body = await picture();
    const headers = { "X-CSRFToken": main.dataset.token, "X-Requested-With": "fetch", "Content-Type": "image/jpeg" };
    const answer = await fetch(main.dataset.bring, { method: "POST", body, headers });
    if (answer.status === 401 || answer.status === 403) return location.reload(); // the code is asked for again
    if (!stream) return; // it was stopped meanwhile
    said.textContent = answer.ok ? said.dataset.goes : said.dataset.lost;
    await pause(answer.ok ? APART : AGAIN);
  } catch {
    if (!stream) return;
    said.textContent = said.dataset.lost;
    await pause(AGAIN);
  }
}

async function start() {
  part("refused").hidden = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...SIZE }, audio: false });
  } catch {
    part("refused").hidden = false;
    return;
  }
  stream.getVideoTracks()[0].addEventListener("ended", stop);
  video.srcObject = stream;
  await video.play();
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
  shows(true);
  while (stream) await bring();
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  awake?.release();
  stream = awake = null;
  said.textContent = said.dataset.ended;
  shows(false);
}

if (navigator.mediaDevices?.getUserMedia) {
  part("start").addEventListener("click", start);
  part("stop").addEventListener("click", stop);
} else {
  part("closed").hidden = false;
  part("start").disabled = true;
}
