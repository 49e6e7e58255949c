import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { madeContent, type Content, type Encoding } from '../content/index.ts';

/** The build writes the script here, compressed, with its fingerprint in its name. */
const FOLDER = join(PACKAGE_ROOT, 'dist/reference');
const BUILT = /^scalar-([0-9a-f]+)\.js$/;
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

const found = new LRUCache<'script', Content>({ max: 1, fetchMethod: find });

/** The script of the reference page: from the build or, where only the sources are, from its package. */
export const referenceScript = (): Promise<Content> => found.forceFetch('script');

async function find(): Promise<Content> {
  const names = await readdir(FOLDER).catch(() => []);
  const name = names.find((name) => BUILT.test(name));
  const fingerprint = BUILT.exec(name ?? '')?.[1];
  if (name === undefined || fingerprint === undefined) return packagedScript();
  return { fingerprint, read: (encoding) => readFile(join(FOLDER, `${name}${SUFFIXES[encoding]}`)) };
}

async function packagedScript(): Promise<Content> {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return madeContent(await readFile(join(entry, '../js/standalone.js'), 'utf8'));
}
