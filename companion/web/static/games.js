// Games that are kept: the scrubber and its replay, taps on a board without leaving the page, tiles edge by edge.

const PACE = 650;

// --- The scrubber: buttons move it, the page follows it.

const scrubber = document.getElementById("scrub");
let replay = 0;

function show(step) {
  scrubber.value = step;
  scrubber.dispatchEvent(new Event("input", { bubbles: true }));
}

function play(button) {
  const playing = replay !== 0;
  clearInterval(replay);
  replay = 0;
  button.setAttribute("aria-pressed", String(!playing));
  if (playing) return;
  if (scrubber.value === scrubber.max) show(0);
  replay = setInterval(() => {
    if (scrubber.value === scrubber.max) play(button);
    else show(Number(scrubber.value) + 1);
  }, PACE);
}

if (scrubber) {
  const moves = { first: () => 0, back: (now) => now - 1, on: (now) => now + 1, last: () => Number(scrubber.max) };
  document.getElementById("scrub-buttons").addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-move]");
    if (!button) return;
    if (button.dataset.move === "play") play(button);
    else show(moves[button.dataset.move](Number(scrubber.value)));
  });
}

// --- The board that is built: a tap is answered into the page, so that it stays where it was scrolled to.

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#builder .taps a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  window.htmx.ajax("GET", link.getAttribute("href"), { target: "#builder", select: "#builder", swap: "outerHTML" });
});

// --- The live table: a tap on a tile of the board opens it to be corrected, while its game is kept.

document.addEventListener("click", ({ target }) => {
  const tile = target.closest?.("#table .board g.tile");
  const kept = tile && document.querySelector("[data-correct]");
  if (kept) location.assign(`${kept.dataset.correct}?cell=${tile.dataset.q},${tile.dataset.r}`);
});

// --- A tile's edges: a tap on one turns it into the next terrain.

const NEXT = { P: "O", O: "M", M: "P" };

document.addEventListener("click", ({ target }) => {
  const wedge = target.closest?.("[data-edge]");
  const chosen = wedge && document.getElementById(`edge-${wedge.dataset.edge}`);
  if (!chosen) return;
  chosen.value = NEXT[chosen.value] ?? "P";
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
});

// --- What is printed, and files that are sent as soon as they are chosen.

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#print")) window.print();
});
document.getElementById("game-file")?.addEventListener("change", ({ target }) => {
  if (target.files.length) target.form.requestSubmit();
});
