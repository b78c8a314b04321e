// Which files were chosen stands beside the button that chooses them.

document.addEventListener("change", ({ target }) => {
  const words = target.closest?.(".file-field")?.querySelector("[data-chosen]");
  if (words) words.textContent = [...(target.files ?? [])].map((file) => file.name).join(", ");
});
