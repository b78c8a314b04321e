// The page's own script: the camera's picture, pointing at tiles, photos that are dropped. htmx does the rest.

const root = document.documentElement;

// --- The camera's picture: the next one is asked for when the last one is here, so a slow line gets fewer.

async function nextPicture(image, after) {
  const answer = await fetch(`${image.dataset.camera}?after=${after}`);
  if (answer.status === 204) return after;
  if (!answer.ok) throw new Error(answer.statusText);
  const url = URL.createObjectURL(await answer.blob());
  const last = image.src;
  image.src = url;
  await image.decode().catch(() => {});
  if (last.startsWith("blob:")) URL.revokeObjectURL(last);
  return Number(answer.headers.get("X-Picture"));
}

async function followCamera() {
  let number = 0;
  for (;;) {
    const image = document.getElementById("camera");
    try {
      if (!image || document.hidden) await pause(400);
      else number = await nextPicture(image, number);
    } catch {
      await pause(2000);
      number = 0;
    }
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

if (document.getElementById("camera")) followCamera();

// --- Pointing: a warning or a tile under the pointer is shown in the photo and on the board next to it.

function tilesOf(target) {
  const notice = target.closest("[data-cells]");
  if (notice) return notice.dataset.cells.split(" ").map((pair) => pair.split(","));
  const tile = target.closest("g[data-q]");
  return tile ? [[tile.dataset.q, tile.dataset.r]] : [];
}

function point(event) {
  document.querySelectorAll("g.pointed").forEach((tile) => tile.classList.remove("pointed"));
  if (!(event.target instanceof Element)) return;
  const scope = event.target.closest("#table, .tallied");
  for (const [q, r] of scope ? tilesOf(event.target) : []) {
    scope.querySelectorAll(`g[data-q="${q}"][data-r="${r}"]`).forEach((tile) => tile.classList.add("pointed"));
  }
}

for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, point);

// --- The score: a number that has changed is shown to have.

const totals = new Map();

function noticeScores(table) {
  for (const card of table.querySelectorAll("[data-player]")) {
    const { player, total } = card.dataset;
    if (totals.has(player) && totals.get(player) !== total) card.classList.add("changed");
    totals.set(player, total);
  }
}

// --- Photos: dropped anywhere, chosen, or taken with a phone.

const form = document.getElementById("photo-form");
const progress = document.getElementById("progress");
let preview = "";

function send(files) {
  const file = files[0];
  if (!form || !file) return;
  if (file.size > Number(form.dataset.limit) * 1e6) {
    refuse(form.dataset.tooLarge);
    return;
  }
  const chosen = new DataTransfer();
  chosen.items.add(file);
  form.elements.photo.files = chosen.files;
  URL.revokeObjectURL(preview);
  preview = URL.createObjectURL(file);
  showProgress("sending", 0);
  form.requestSubmit();
}

function refuse(sentence) {
  const note = document.createElement("p");
  note.className = "card refusal";
  note.setAttribute("role", "alert");
  note.textContent = sentence;
  document.getElementById("tallied").replaceChildren(note);
}

function showProgress(stage, share) {
  const bar = document.getElementById("progress-bar");
  const words = document.getElementById("progress-words");
  progress.hidden = false;
  if (stage === "reading") bar.removeAttribute("value");
  else bar.value = share;
  if (words.textContent !== words.dataset[stage]) words.textContent = words.dataset[stage];
}

function showTallied(result) {
  const image = result.querySelector("[data-preview]");
  if (image) {
    // Browsers cannot show every kind of picture that can be read; without it the board stands alone.
    image.addEventListener("load", () => image.closest("figure").removeAttribute("hidden"));
    image.src = preview;
  }
  result.scrollIntoView({ block: "start", behavior: "smooth" });
}

if (form) {
  for (const name of ["photo", "shot"]) {
    document.getElementById(name).addEventListener("change", (event) => send(event.target.files));
  }
  form.addEventListener("htmx:xhr:progress", ({ detail }) => {
    if (detail.lengthComputable && detail.loaded < detail.total) showProgress("sending", (100 * detail.loaded) / detail.total);
    else showProgress("reading");
  });
  form.addEventListener("htmx:afterRequest", () => {
    progress.hidden = true;
    form.reset();
    document.getElementById("shot").value = "";
  });
  form.addEventListener("htmx:sendError", () => refuse(form.dataset.noAnswer));

  let depth = 0;
  const veil = (change) => {
    depth = Math.max(0, depth + change);
    root.classList.toggle("dropping", depth > 0);
  };
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => carriesFile(event) && veil(1));
  addEventListener("dragleave", (event) => carriesFile(event) && veil(-1));
  addEventListener("dragover", (event) => carriesFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    veil(-depth);
    send(event.dataTransfer.files);
  });
}

// --- What htmx has put into the page, and whether the server is still there.

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "tallied") showTallied(target);
  if (target.id === "table") noticeScores(target);
});
document.addEventListener("htmx:sseOpen", () => root.classList.remove("lost"));
document.addEventListener("htmx:sseError", () => root.classList.add("lost"));
noticeScores(document);
