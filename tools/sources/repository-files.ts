import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', 'coverage']);

/** Every file of the repository, by its path from the root, in a stable order; what is made or installed left out. */
export function repositoryFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? repositoryFiles(path) : [path];
    })
    .sort();
}
