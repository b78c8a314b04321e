// Browsers cannot show every kind of picture that can be read: many cannot show HEIC, which phones take. Of such a photo
// the server makes a JPEG; it keeps neither.

/**
 * What to show a photo by.
 *
 * @typedef {object} Showable
 * @property {string} url
 * @property {number} width of the photo, pixels; the picture at the address may be smaller
 * @property {number} height
 */

/**
 * Return what a photo can be shown by; nothing where it cannot be shown at all.
 *
 * @param {Blob} photo
 * @param {string} url of the photo itself, which is returned where the browser can show it
 * @param {string} address where the server makes a JPEG of a photo
 * @returns {Promise<Showable | null>}
 */
export async function showable(photo, url, address) {
  const shown = await loaded(url);
  if (shown || !mayBePicture(photo)) return shown;
  return asJpeg(photo, address).catch(() => null); // There may be no connection.
}

/**
 * Whether a file may be a picture: its kind is that of one, or unknown to the browser, as HEIC often is.
 *
 * @param {Blob} file
 */
function mayBePicture(file) {
  return file.type === "" || file.type.startsWith("image/");
}

/**
 * @param {string} url
 * @returns {Promise<Showable | null>}
 */
function loaded(url) {
  const image = new Image();
  return new Promise((resolve) => {
    image.onload = () => resolve({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

/**
 * @param {Blob} photo
 * @param {string} address
 * @returns {Promise<Showable | null>}
 */
async function asJpeg(photo, address) {
  const body = new FormData();
  body.set("photo", photo, "photo"); // A blob has no name of its own.
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) return null;
  const url = URL.createObjectURL(await answer.blob());
  const [width, height] = (answer.headers.get("X-Photo-Size") ?? "").split(" ").map(Number);
  return { url, width, height };
}
