import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildPrograms } from './bundle.mjs';
import { compress } from './compress.mjs';
import { root, run } from './ensure.mjs';

const [types] = await Promise.all([
  // The example programs of the SDK import it as its users do.
  run('tsc -p sdk'),
  buildPrograms(),
  writeReference(join(root, 'dist/reference')),
]);
if (types.code !== 0) {
  console.error(types.output);
  process.exitCode = 1;
}

/**
 * Writes the script of the reference page with its fingerprint in its name, compressed, and its licence.
 * @param {string} folder
 */
async function writeReference(folder) {
  const dist = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'));
  const script = await readFile(join(dist, 'js/standalone.js'));
  const fingerprint = createHash('sha256').update(script).digest('hex').slice(0, 16);
  const path = join(folder, `scalar-${fingerprint}.js`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, script);
  await copyFile(join(dist, '../LICENSE'), join(folder, 'LICENSE'));
  await compress(path);
}
