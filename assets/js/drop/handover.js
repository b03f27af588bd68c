// Takes files to the page of another comparison: they wait in this browser's IndexedDB for that page, which deletes
// them as it reads them. The session's storage says that there is something to fetch.

import { HANDED_OVER } from "./handover-key.js";

const NAME = "rtbench-handover";
const STORE = "files";

/** Keeps files for the next page of this tab, and nothing that waited there before. */
export async function leaveFiles(files) {
  await settled(indexedDB.deleteDatabase(NAME));
  const database = await openDatabase();
  const transaction = database.transaction(STORE, "readwrite");
  transaction.objectStore(STORE).add(files);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
  sessionStorage.setItem(HANDED_OVER, "yes");
}

/** @returns {Promise<File[]>} the files that the page before left; the browser has forgotten them then */
export async function fetchFiles() {
  sessionStorage.removeItem(HANDED_OVER);
  const database = await openDatabase();
  const [files = []] = await settled(database.transaction(STORE).objectStore(STORE).getAll());
  database.close();
  await settled(indexedDB.deleteDatabase(NAME));
  return files;
}

function openDatabase() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true });
  return settled(request);
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
