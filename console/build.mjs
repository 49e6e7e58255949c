import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { compress } from '../scripts/compress.mjs';
import { FACES, faceConfig, LANGUAGES } from './face.mjs';

const folder = import.meta.dirname;
// Not the one of a test runner, for which React would be built with its checks.
process.env.NODE_ENV = 'production';

await Promise.all(FACES.map(buildFace));

/**
 * The page of each language is `index.en.html`; equal assets are shared.
 * @param {string} face
 */
async function buildFace(face) {
  const outDir = join(folder, 'dist', face);
  for (const [place, language] of LANGUAGES.entries()) {
    await build({
      ...faceConfig(face, language),
      // The server writes the nonce of each answer in its place.
      html: { cspNonce: '__CSP_NONCE__' },
      build: {
        outDir,
        emptyOutDir: place === 0,
        target: 'es2023',
        // A data URL would need permission in the policy of the page.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 600,
      },
    });
    await rename(join(outDir, 'index.html'), join(outDir, `index.${language}.html`));
  }
  const assets = join(outDir, 'assets');
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
}
