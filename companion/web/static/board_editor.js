// The board that is built by hand is replaced after each tap, without loading the page anew, so that it stays where it
// was scrolled to. Answers may come in any order: one that is older than what the page knows of is never shown. And
// nothing is replaced while it is pressed.

const HEADER = "X-Last-Event"; // the number of the game's last event when the answer was made
const LONGEST_PRESS_MS = 1500; // the page is not told when a pointer is released outside the window

/** The visitor's own requests, numbered in the order in which they were made. */
const requests = {
  /** @type {WeakMap<XMLHttpRequest, number>} */
  numbers: new WeakMap(),
  /** the number of the last one that was made */
  last: 0,
  /** the number of the last one whose answer was shown */
  shown: 0,
};
/** The newest event that the page knows of, which may not be shown yet. */
let newestEvent = Number(document.getElementById("builder")?.dataset.events ?? 0);
/** What is pressed on the board: how many pointers, and when the last one will have been released. */
const press = { count: 0, released: Promise.resolve() };

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

// A click is lost if its button or tile is replaced between pressing and releasing it.
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest?.("#builder")) return;
  press.count += 1;
  press.released = new Promise((done) => {
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(done), { once: true });
    setTimeout(done, LONGEST_PRESS_MS);
  }).then(() => void (press.count -= 1));
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target.id !== "building" || detail.elt.id === "renewal") return;
  requests.last += 1;
  requests.numbers.set(detail.xhr, requests.last);
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, target, requestConfig } = detail;
  const event = Number(xhr.getResponseHeader(HEADER));
  if (target.id !== "building" || !event) return;
  const number = requests.numbers.get(xhr) ?? 0; // 0 for an answer to what the page fetched by itself
  const isNewer = event > newestEvent;
  const isOutdated = event < newestEvent || (number ? number < requests.shown : !requestConfig.elt.isConnected);
  newestEvent = Math.max(newestEvent, event);
  if (!isOutdated && !press.count) {
    requests.shown = Math.max(requests.shown, number);
    return;
  }
  detail.shouldSwap = false;
  if (number > requests.shown) press.released.then(() => number === requests.last && load(xhr.responseURL));
  else if (isNewer || !number) press.released.then(renew);
});

/** Let the page fetch the board anew by itself. */
function renew() {
  document.getElementById("renewal")?.dispatchEvent(new Event("renew"));
}
