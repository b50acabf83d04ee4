// Builds the page into the package, with the hash of its sources and the licences of what it contains.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const OUT = "../src/clew/interfaces/view/built";
const CONTAINED = ["preact", "d3-force", "d3-dispatch", "d3-quadtree", "d3-timer"];

function sources(folder = ".") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === "node_modules") return [];
    return entry.isDirectory() ? sources(path) : [path];
  });
}

function digest() {
  const hash = createHash("sha256");
  for (const path of sources().sort()) hash.update(`${path}\0${createHash("sha256").update(readFileSync(path)).digest("hex")}\n`);
  return hash.digest("hex");
}

/** Writes beside the page the hash of its sources, and the licences of what is built into it. */
function beside() {
  let folder = OUT;
  return {
    name: "beside",
    configResolved: (config) => { folder = config.build.outDir; },
    closeBundle: () => {
      writeFileSync(join(folder, "sources.sha256"), `${digest()}\n`);
      const licences = CONTAINED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`);
      writeFileSync(join(folder, "licences.txt"), licences.join("\n\n"));
    },
  };
}

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: { output: { entryFileNames: "app.js", assetFileNames: "app[extname]", codeSplitting: false } },
  },
  plugins: [beside()],
});
