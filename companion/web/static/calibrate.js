// The pages that teach: the camera's picture kept fresh, and pieces named by tapping on the photo.

const camera = document.getElementById("teach-camera");
if (camera) {
  const address = camera.getAttribute("src");
  const fresh = () => { camera.src = `${address}?now=${Date.now()}`; };
  camera.addEventListener("load", () => setTimeout(fresh, 350));
  camera.addEventListener("error", () => setTimeout(fresh, 2000));
}

const photo = document.getElementById("pieces-photo");
const rows = document.getElementById("named");
const pattern = document.getElementById("named-row");

function addPiece(event) {
  const number = rows.children.length;
  if (number >= Number(rows.dataset.most)) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(photo.getScreenCTM().inverse());
  const row = pattern.content.firstElementChild.cloneNode(true);
  for (const field of row.querySelectorAll("[name]")) field.name = field.name.replace("999", number);
  for (const field of row.querySelectorAll("[aria-label]")) {
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace("1000", number + 1));
  }
  row.querySelector(".number").textContent = number + 1;
  row.querySelector('[name^="x-"]').value = at.x.toFixed(1);
  row.querySelector('[name^="y-"]').value = at.y.toFixed(1);
  rows.append(row);
  mark(at, number + 1);
  row.querySelector('[name^="name-"]').focus();
}

function mark(at, number) {
  const size = photo.viewBox.baseVal.width / 40;
  const group = document.createElementNS(photo.namespaceURI, "g");
  const ring = document.createElementNS(photo.namespaceURI, "circle");
  const word = document.createElementNS(photo.namespaceURI, "text");
  for (const [name, value] of Object.entries({ cx: at.x, cy: at.y, r: size })) ring.setAttribute(name, value);
  for (const [name, value] of Object.entries({ x: at.x, y: at.y - size, "font-size": size })) word.setAttribute(name, value);
  word.textContent = number;
  group.append(ring, word);
  photo.append(group);
}

photo?.addEventListener("click", addPiece);
