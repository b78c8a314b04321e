// The photos of the tally that is shown. The server does not send them back: the page shows the visitor's own files.

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
  if (image && !image.src) {
    const figure = image.closest("figure");
    // Browsers cannot show every kind of picture that can be read; without it the board stands alone.
    image.addEventListener("error", () => figure?.setAttribute("hidden", ""));
    image.src = url;
    // Before the photo is loaded, so that its place is kept and nothing moves when it comes.
    figure?.removeAttribute("hidden");
  }
  for (const detail of part.querySelectorAll("image[data-preview]")) {
    // A place that the photo of the tally does not show is shown in another.
    const other = tallied.urls[Number(detail.getAttribute("data-preview"))];
    detail.setAttribute("href", detail.getAttribute("data-preview") ? other : image?.src ?? url);
  }
}
