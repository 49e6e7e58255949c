import { readFileSync } from 'node:fs';
import { findFaults } from './doors.ts';
import { repositoryFiles } from './repository-files.ts';

const paths = repositoryFiles().filter((path) =>
  /^(src|exchange|sdk|console|bench|tools)\/.*\.tsx?$/.test(path),
);
const faults = findFaults(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\nRules of CONTRIBUTING.md, section "The house", are broken ${faults.length} times.`);
  process.exitCode = 1;
}
