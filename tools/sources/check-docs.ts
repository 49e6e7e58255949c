import { readFileSync } from 'node:fs';
import { findStaleCitations } from './citations.ts';
import { repositoryFiles } from './repository-files.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const repository = {
  paths: repositoryFiles(),
  scripts: Object.keys(manifest.scripts),
  read: (path: string) => readFileSync(path, 'utf8'),
};
const faults = repository.paths
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => findStaleCitations(path, readFileSync(path, 'utf8'), repository));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
