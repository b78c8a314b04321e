// A visitor who continues a tallied board by hand finds its photo beside the board there.

import { handOverPhoto } from "../photo_beside_board.js";
import { shownTally } from "./stored_tally.js";
import { talliedPhoto } from "./tallied_photos.js";

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("form[data-with-photo]");
  const photo = talliedPhoto();
  if (!form || !photo) return;
  event.preventDefault();
  const submit = () => HTMLFormElement.prototype.submit.call(form);
  handOverPhoto(photo, shownTally()).then(submit, submit);
});
