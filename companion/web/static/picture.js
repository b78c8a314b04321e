// The camera's picture: the next one is asked for when the last one is here, so a slow line gets fewer.

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function nextPicture(image, after) {
  const answer = await fetch(`${image.dataset.camera}?after=${after}`);
  if (answer.status === 204) return after;
  if (!answer.ok) throw new Error(answer.statusText);
  const url = URL.createObjectURL(await answer.blob());
  const last = image.src;
  image.src = url;
  await image.decode().catch(() => {});
  if (last.startsWith("blob:")) URL.revokeObjectURL(last);
  return Number(answer.headers.get("X-Picture"));
}

async function followCamera() {
  let number = 0;
  for (;;) {
    const image = document.getElementById("camera");
    try {
      if (!image || document.hidden) await pause(400);
      else number = await nextPicture(image, number);
    } catch {
      await pause(2000);
      number = 0;
    }
  }
}

if (document.getElementById("camera")) followCamera();
