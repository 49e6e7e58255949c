import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ensureInstalled, quote, root, run } from './ensure.mjs';

/** Name, command, and how to fix what it finds. */
const CHECKS = [
  ['types', 'tsc -p .', 'Fix the type errors above.'],
  ['types of the console', 'tsc -p console', 'Fix the type errors above.'],
  ['lint', 'oxlint --type-aware', 'Fix the lines above; npm run lint shows them again.'],
  ['format', 'oxfmt --check', 'Run npm run format.'],
  ['unused code', 'knip', 'Remove what is unused, or use it.'],
  ['doors', 'tsx tools/check-doors.ts', 'Import from the door it names, or move what both need down.'],
  ['documents', 'tsx tools/check-docs.ts', 'Fix the citation.'],
  ['sql', 'tsx tools/compile-sql.ts --check', 'Run npm run generate.'],
];

/** What failed in the last whole run. */
const FAILED = join(root, 'node_modules/.cache/quaestor-failed.json');

const started = performance.now();
await ensureInstalled();
const only = process.argv.slice(2);
if (only[0] === '--failed') {
  const { checks, files } = readFailed();
  await runAll(
    CHECKS.filter(([name]) => checks.includes(name)),
    files,
  );
} else if (only.length > 0) {
  process.exitCode = (await run(`vitest run ${only.map(quote).join(' ')}`, 'inherit')).code ?? 1;
} else {
  console.log(`${CHECKS.length} checks, then the tests: about eleven minutes on two processors.\n`);
  await runAll(CHECKS, ['--project=alone', '--project=together']);
}

/**
 * @param {string[][]} wanted the checks
 * @param {string[]} selection of the tests
 */
async function runAll(wanted, selection) {
  const checks = await runChecks(wanted);
  const tests = await runTests(selection);
  for (const line of [...checks.remedies, ...tests.remedies]) console.log(line);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`It took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const failed = checks.failed.length + tests.failed;
  console.log(`${wanted.length - checks.failed.length + tests.passed} passed, ${failed} failed`);
  mkdirSync(dirname(FAILED), { recursive: true });
  writeFileSync(FAILED, JSON.stringify({ checks: checks.failed, files: tests.files }));
  if (failed > 0) console.log('Only what failed, once more: npm test -- --failed');
  process.exitCode = failed === 0 ? 0 : 1;
}

function readFailed() {
  try {
    return JSON.parse(readFileSync(FAILED, 'utf8'));
  } catch {
    console.error('There is no earlier run to repeat. Run npm test first.');
    process.exit(1);
  }
}

/** @param {string[][]} wanted */
async function runChecks(wanted) {
  const remedies = [];
  const failed = [];
  const left = wanted.values();
  const runInTurn = async () => {
    for (const [name, command, remedy] of left) {
      const { code, output, seconds } = await run(command);
      const took = `${name} (${seconds.toFixed(1)} s)`;
      console.log(code === 0 ? `ok      ${took}` : `FAILED  ${took}: ${command}\n${output}\n${remedy}\n`);
      if (code === 0) continue;
      failed.push(name);
      remedies.push(`FAILED  ${name}: ${remedy}`);
    }
  };
  // Two at a time: most checks keep one core busy.
  await Promise.all([runInTurn(), runInTurn()]);
  return { failed, remedies };
}

/** @param {string[]} selection */
async function runTests(selection) {
  if (selection.length === 0) return { passed: 0, failed: 0, files: [], remedies: [] };
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-report-'));
  const path = join(folder, 'report.json');
  const reporters = `--reporter=default --reporter=json --outputFile.json=${quote(path)}`;
  const { code } = await run(`vitest run ${selection.map(quote).join(' ')} ${reporters}`, 'inherit');
  const { passed, failed, files } = readReport(path);
  rmSync(folder, { recursive: true });
  return {
    passed,
    // A file that cannot be loaded, or an error outside every test, fails the run without failing a test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    files: code !== 0 && files.length === 0 ? selection : files,
    remedies: code === 0 ? [] : [`FAILED  tests: see the output of vitest above`],
  };
}

function readReport(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const files = testResults.filter(({ status }) => status === 'failed');
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      files: files.map(({ name }) => relative(root, name)),
    };
  } catch {
    return { passed: 0, failed: 1, files: [] };
  }
}
