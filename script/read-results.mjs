// Reads a data folder for the build and writes what it holds to standard output, as one JSON document:
// `node script/read-results.mjs FOLDER NAME`, where NAME is what messages and links call it.

import { fileURLToPath } from "node:url";
import { readDataFolder } from "./data-folder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder, name] = process.argv.slice(2);
process.stdout.write(JSON.stringify(readDataFolder(root, folder, name)));
