// What the camera sees is shown again and again; without a picture it is hidden, and asked for less often.

const NEXT_MS = 350; // after a picture
const RETRY_MS = 2000; // without one

const camera = document.getElementById("teach-camera");

/**
 * @param {HTMLImageElement} camera
 * @param {string} address
 */
function keepFresh(camera, address) {
  const askForNext = () => {
    const isThere = camera.naturalWidth > 0;
    camera.closest(".frame")?.toggleAttribute("hidden", !isThere);
    setTimeout(() => { camera.src = `${address}?now=${Date.now()}`; }, isThere ? NEXT_MS : RETRY_MS);
  };
  // The first picture may have come, or failed, before this script did.
  if (camera.complete) askForNext();
  camera.addEventListener("load", askForNext);
  camera.addEventListener("error", askForNext);
}

if (camera) keepFresh(camera, camera.getAttribute("src") ?? "");
