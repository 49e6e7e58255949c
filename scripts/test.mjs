import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

const started = performance.now();
await ensureInstalled();
const only = process.argv.slice(2);
if (only.length > 0) {
  process.exitCode = (await run(`vitest run ${only.map(quote).join(' ')}`, 'inherit')).code ?? 1;
} else {
  console.log(`${CHECKS.length} checks, then the tests: about eleven minutes on two processors.\n`);
  const checks = await runChecks();
  const tests = await runTests();
  for (const line of [...checks.remedies, ...tests.remedies]) console.log(line);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`It took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const failed = checks.failed + tests.failed;
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runChecks() {
  const remedies = [];
  const left = CHECKS.values();
  const runInTurn = async () => {
    for (const [name, command, remedy] of left) {
      const { code, output, seconds } = await run(command);
      const took = `${name} (${seconds.toFixed(1)} s)`;
      console.log(code === 0 ? `ok      ${took}` : `FAILED  ${took}: ${command}\n${output}\n${remedy}\n`);
      if (code !== 0) remedies.push(`FAILED  ${name}: ${remedy}`);
    }
  };
  // Two at a time: most checks keep one core busy.
  await Promise.all([runInTurn(), runInTurn()]);
  return { passed: CHECKS.length - remedies.length, failed: remedies.length, remedies };
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-report-'));
  const path = join(folder, 'report.json');
  const reporters = `--reporter=default --reporter=json --outputFile.json=${quote(path)}`;
  const { code } = await run(`vitest run --project=alone --project=together ${reporters}`, 'inherit');
  const { passed, failed, files } = readReport(path);
  rmSync(folder, { recursive: true });
  const again = files.length === 0 ? '' : `; only these again: npm test -- ${files.join(' ')}`;
  return {
    passed,
    // A file that cannot be loaded, or an error outside every test, fails the run without failing a test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    remedies: code === 0 ? [] : [`FAILED  tests: see the output of vitest above${again}`],
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
