// Takes files to the page of another comparison: they wait in this browser's IndexedDB for that page, which forgets
// them as it reads them.

import { HANDED_OVER } from "./handover-key.js";

const NAME = "rtbench-handover";
const STORE = "files";

/** Keeps files for the next page of this tab. */
export async function leaveFiles(files) {
  const store = await openStore();
  await settled(store.clear());
  await settled(store.add(files));
  store.transaction.db.close();
  sessionStorage.setItem(HANDED_OVER, "yes");
}

/** @returns {Promise<File[]>} the files that the page before left; they are gone from the browser then */
export async function fetchFiles() {
  sessionStorage.removeItem(HANDED_OVER);
  const store = await openStore();
  const [files = []] = await settled(store.getAll());
  await settled(store.clear());
  store.transaction.db.close();
  return files;
}

async function openStore() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true });
  const database = await settled(request);
  return database.transaction(STORE, "readwrite").objectStore(STORE);
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
