// A photo that is taken now is sent at once, in the form for photos of files.

const camera = /** @type {HTMLInputElement | null} */ (document.querySelector("form[data-shots] input#taken-photo"));

camera?.addEventListener("change", ({ target }) => {
  if (!target.files?.length) return;
  /** @type {ShotForm} */ (target.form).elements.photo.files = target.files;
  target.form.requestSubmit(target.form.querySelector("#find-things"));
});
