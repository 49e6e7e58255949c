import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryFiles } from '../sources/repository-files.ts';
import { renderStore } from './render-store.ts';

/**
 * Writes beside every `store.ts` the SQL that its statements send, so that a review sees it and no change passes
 * unnoticed. With `--check` it writes nothing, and fails where a file is out of date.
 */
const check = process.argv.includes('--check');
const folders = repositoryFiles('src')
  .filter((path) => /\/store\.(ts|sql)$/.test(path))
  .map((path) => join(path, '..'));

for (const folder of new Set(folders)) {
  const store = join(folder, 'store.ts');
  const path = join(folder, 'store.sql');
  const exported: unknown = existsSync(store) ? await import(pathToFileURL(resolve(store)).href) : {};
  const wanted = renderStore(exported as Record<string, unknown>);
  const present = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (wanted === present) continue;
  if (check) {
    console.error(`${path} is out of date: run npm run generate`);
    process.exitCode = 1;
  } else if (wanted === '') {
    rmSync(path);
  } else {
    writeFileSync(path, wanted);
  }
}
