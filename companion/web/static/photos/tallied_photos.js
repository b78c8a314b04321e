// The photos of the tally that is shown. The server does not send them back: the page shows the visitor's own files, or
// where the browser cannot show one, a JPEG that the server makes of it.

import { showable } from "../showable_photo.js";

const tallied = {
  /** @type {File[]} */
  photos: [],
  /** @type {string[]} an address for each of them, to show it by */
  urls: [],
};

/** @param {File[]} photos of which a new tally is shown */
export function setTalliedPhotos(photos) {
  tallied.urls.forEach((url) => URL.revokeObjectURL(url));
  tallied.photos = photos;
  tallied.urls = photos.map((file) => URL.createObjectURL(file));
  photos.forEach((_, index) => makeShowable(index, tallied.urls));
}

/**
 * Replace the address of a photo that the browser cannot show.
 *
 * @param {number} index
 * @param {string[]} urls those of the tally
 */
async function makeShowable(index, urls) {
  const address = document.getElementById("photo-form")?.dataset.picture ?? "";
  const shown = await showable(tallied.photos[index], urls[index], address);
  if (shown?.url === urls[index] || tallied.urls !== urls) return; // Another tally may be shown meanwhile.
  if (shown) urls[index] = shown.url;
  // Without any picture of the photo the board stands alone.
  else if (index === indexOfTallied()) talliedImage()?.closest("figure")?.setAttribute("hidden", "");
  for (const part of document.querySelectorAll("#tallied, #correction-choices")) showPhotos(part);
}

/** @returns {Written<HTMLImageElement> | null} the image of the photo that the tally is drawn on */
function talliedImage() {
  return /** @type {Written<HTMLImageElement> | null} */ (document.querySelector("#tallied img[data-preview]"));
}

/** The index of the photo that the tally is drawn on: of several, the first that could be read. */
function indexOfTallied() {
  return Number(talliedImage()?.dataset.preview ?? 0);
}

/** The photo that the tally is drawn on; nothing while no tally is shown. */
export function talliedPhoto() {
  return /** @type {File | undefined} */ (tallied.photos[indexOfTallied()]);
}

/** The one photo that was tallied; nothing where there are several, which are read only once. */
export function onlyPhoto() {
  return tallied.photos.length === 1 ? tallied.photos[0] : undefined;
}

/**
 * Fill the images in a part of the page.
 *
 * @param {Element} part
 */
export function showPhotos(part) {
  const image = talliedImage();
  const url = tallied.urls[indexOfTallied()] ?? tallied.urls[0];
  if (image && image.src !== url) {
    // Before the photo is loaded, so that its place is kept and nothing moves when it comes.
    if (!image.src) image.closest("figure")?.removeAttribute("hidden");
    image.src = url;
  }
  for (const detail of part.querySelectorAll("image[data-preview]")) {
    // A place that the photo of the tally does not show is shown in another.
    const other = tallied.urls[Number(detail.getAttribute("data-preview"))];
    detail.setAttribute("href", detail.getAttribute("data-preview") ? other : image?.src ?? url);
  }
}
