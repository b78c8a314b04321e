// Without a server: the boards that were looked at before, by the titles of their pages.

const BOARDS = "longhouse-boards";
const list = document.getElementById("kept-list");

/** @param {Request} request */
async function row(request) {
  const text = (await (await caches.match(request, { ignoreVary: true }))?.text()) ?? "";
  const heading = new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent?.trim();
  const link = document.createElement("a");
  link.href = request.url;
  link.textContent = heading || new URL(request.url).pathname;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function show() {
  const kept = await (await caches.open(BOARDS)).keys();
  const pages = kept.filter(({ url }) => /\/\d+\/(build\/)?$/.test(new URL(url).pathname) && !new URL(url).search);
  const rows = await Promise.all(pages.reverse().map(row));
  list?.replaceChildren(...rows);
  list?.closest("section")?.toggleAttribute("hidden", !rows.length);
}

if ("caches" in window) show();
