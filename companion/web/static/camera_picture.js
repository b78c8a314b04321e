// The camera's picture is kept fresh: the next one is asked for when the last one has come, so that fewer are sent over
// a slow connection.

// Pictures that were made before a new board came to the page: the one that is shown, the one that has come, the next.
const PICTURES_ON_THEIR_WAY = 3;

const details = {
  /** how many of the next pictures the details beside questions follow */
  picturesToFollow: 0,
};

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @param {string} address
 * @param {number} after the number of the last picture
 * @returns {Promise<{ number: number, blob?: Blob }>}
 */
async function fetchPicture(address, after) {
  const wanted = new URL(address, location.href);
  wanted.searchParams.set("after", String(after));
  const answer = await fetch(wanted);
  if (answer.status === 204) return { number: after };
  if (!answer.ok) throw new Error(answer.statusText);
  return { number: Number(answer.headers.get("X-Picture")), blob: await answer.blob() };
}

// The detail beside a question is a part of the same picture; a question that comes with a new board has none yet, and
// where the camera has moved, that board lies elsewhere in the pictures that were made before it was read.
function showDetails() {
  const shown = document.getElementById("camera")?.getAttribute("src");
  if (!shown) return;
  document.querySelectorAll("#table image[data-preview]").forEach((image) => image.setAttribute("href", shown));
}

/**
 * @param {HTMLImageElement} image
 * @param {Blob} blob
 */
async function show(image, blob) {
  const url = URL.createObjectURL(blob);
  const last = image.src;
  image.src = url;
  await image.decode().catch(() => {});
  if (details.picturesToFollow > 0) {
    details.picturesToFollow -= 1;
    showDetails();
  }
  if (last.startsWith("blob:")) URL.revokeObjectURL(last);
}

/**
 * The number of the picture that the page came with; 0 where none is there, or it could not be loaded.
 *
 * @param {HTMLImageElement} image
 */
const numberShown = (image) =>
  image.decode().then(
    () => Number(image.dataset.number ?? 0),
    () => 0,
  );

/** @param {Written<HTMLImageElement>} image */
async function followCamera(image) {
  const address = image.dataset.camera;
  let number = await numberShown(image);
  let next = null;
  for (;;) {
    try {
      if (document.hidden) {
        await sleep(400);
        continue;
      }
      const picture = await (next ?? fetchPicture(address, number));
      number = picture.number;
      // While this one is decoded and painted the next one is on its way; there is never more than one.
      next = fetchPicture(address, number);
      next.catch(() => {});
      if (picture.blob) await show(image, picture.blob);
    } catch {
      await sleep(2000);
      [number, next] = [0, null];
    }
  }
}

const camera = document.getElementById("camera");
if (camera) followCamera(camera);

document.addEventListener("htmx:afterSettle", () => {
  details.picturesToFollow = PICTURES_ON_THEIR_WAY;
  showDetails();
});
