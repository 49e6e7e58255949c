import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { faceConfig } from './face.mjs';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'node_modules');

/**
 * Serves a face from its sources and passes everything else on to its service, so that both have one origin, as cookies
 * and passkeys need. What changes is shown by the browser at once.
 * @param {string} face
 * @param {{ port: number, servicePort: number, language: string }} options
 */
export async function serveFace(face, { port, servicePort, language }) {
  const server = await createServer({
    ...faceConfig(face, language),
    cacheDir: join(packages, '.cache', `vite-${face}`),
    server: {
      host: 'localhost',
      port,
      strictPort: true,
      // The host stays that of the browser, for which the service knows its own address.
      proxy: { '^/(?!console/)': { target: `http://127.0.0.1:${servicePort}`, changeOrigin: false } },
      // The packages of a second working tree may be links into the first.
      fs: { allow: [root, join(realpathSync(packages), '..')] },
    },
  });
  await server.listen();
  return server;
}
