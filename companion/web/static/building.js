// The board that is built by hand: a tap is answered into the page, so that it stays where it was scrolled to. Answers
// come in any order: one that is older than what the page knows of is never shown, and what is pressed is not replaced.

const HEADER = "X-Last-Event"; // the number of the game's last event when the answer was made
const LONGEST_PRESS = 1500; // milliseconds; letting go outside the window is never heard of

/** The numbers of the visitor's own requests, in the order in which they were made. @type {WeakMap<XMLHttpRequest, number>} */
const numbers = new WeakMap();
let asked = 0;
let shown = 0;
let newest = Number(document.getElementById("builder")?.dataset.events ?? 0);
let pressed = 0;
let released = Promise.resolve();

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#builder .taps a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(link.getAttribute("href") ?? "");
});

/** @param {string} address */
function load(address) {
  const answer = window.htmx?.ajax("GET", address, { target: "#building", select: "#builder", swap: "innerHTML" });
  answer?.catch(() => {}); // failed_requests.js shows it
}

// A click is lost whose button or tile went between pressing and letting go.
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest?.("#builder")) return;
  pressed += 1;
  released = new Promise((done) => {
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(done), { once: true });
    setTimeout(done, LONGEST_PRESS);
  }).then(() => void (pressed -= 1));
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target.id === "building" && detail.elt.id !== "renewal") numbers.set(detail.xhr, (asked += 1));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target, requestConfig } = detail;
  const made = Number(xhr.getResponseHeader(HEADER));
  if (target.id !== "building" || !made) return;
  const number = numbers.get(xhr) ?? 0;
  const isNews = made > newest;
  const isOld = made < newest || (number ? number < shown : !requestConfig.elt.isConnected);
  newest = Math.max(newest, made);
  if (!isOld && !pressed) shown = Math.max(shown, number);
  else {
    detail.shouldSwap = false;
    if (number > shown) released.then(() => number === asked && load(xhr.responseURL));
    else if (isNews || !number) released.then(renew);
  }
});

function renew() {
  document.getElementById("renewal")?.dispatchEvent(new Event("renew"));
}
