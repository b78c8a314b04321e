// The result card is shared the device's own way, where it has one for pictures; elsewhere the link downloads it.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  const answer = await fetch(link.href).catch(() => null);
  // Without a picture the link is followed after all: what is wrong is then said by the server, or by the browser.
  if (!answer?.ok) return location.assign(link.href);
  const file = new File([await answer.blob()], link.dataset.share, { type: "image/png" });
  if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file] }).catch(() => {});
  else location.assign(link.href);
});
