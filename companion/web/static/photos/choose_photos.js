// Photos are chosen in the form for them, taken with the phone's camera, dropped on the page, or pasted into it.

import { sendPhotos } from "./photo_upload.js";

/** @param {FileList | null | undefined} files */
function send(files) {
  sendPhotos([...(files ?? [])]);
}

if (document.getElementById("photo-form")) {
  for (const field of [document.getElementById("photo"), document.getElementById("taken-photo")]) {
    field.addEventListener("change", ({ target }) => send(target.files));
  }
  addEventListener("paste", ({ clipboardData }) => send(clipboardData?.files));
  acceptDroppedFiles();
}

function acceptDroppedFiles() {
  let depth = 0; // of the nested elements that files are dragged over; 0 where they have left the page
  /** @param {number} change */
  const addDepth = (change) => {
    depth = Math.max(0, depth + change);
    document.documentElement.classList.toggle("dropping", depth > 0);
  };
  /** @param {DragEvent} event */
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => carriesFile(event) && addDepth(1));
  addEventListener("dragleave", (event) => carriesFile(event) && addDepth(-1));
  addEventListener("dragover", (event) => carriesFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    addDepth(-depth);
    send(event.dataTransfer?.files);
  });
}
