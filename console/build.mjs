import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { compress } from '../scripts/compress.mjs';
import { FACES, faceConfig } from './face.mjs';

const folder = import.meta.dirname;
// Not the one of a test runner, for which React would be built with its checks.
process.env.NODE_ENV = 'production';

await Promise.all(FACES.map(buildFace));

/** @param {string} face */
async function buildFace(face) {
  const outDir = join(folder, 'dist', face);
  await build({
    ...faceConfig(face),
    // The server writes the nonce of each answer in its place.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // A data URL would need permission in the policy of the page.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
    },
  });
  const assets = join(outDir, 'assets');
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
}
