import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions } from 'vite';

const folder = import.meta.dirname;
// Not the one of a test runner, for which React would be built with its checks.
process.env.NODE_ENV = 'production';
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;

/** One bundle for each service: a partner never loads code of the trading desk. */
for (const face of ['trading', 'partner']) {
  const outDir = join(folder, 'dist', face);
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(folder, 'src', face),
    base: '/console/',
    plugins: [react()],
    // The SDK from its sources, so that it need not be built before.
    resolve: { conditions: ['source', ...defaultClientConditions] },
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
  compress(join(outDir, 'assets'));
}

/** @param {string} assets */
function compress(assets) {
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    const content = readFileSync(path);
    const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
