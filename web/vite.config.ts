import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/simloop/studio/static",
    emptyOutDir: true,
    // The page's rules allow no data: fonts or scripts; every asset is a file with a hash.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
  },
});
