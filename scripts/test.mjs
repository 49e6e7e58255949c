import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, run } from './ensure.mjs';

/** What is checked, the command that does it, and how to mend what it finds. */
const CHECKS = [
  ['types', 'tsc -p .', 'Mend the types where it says.'],
  ['lint', 'oxlint --type-aware', 'Mend the lines it names; npm run lint shows them again.'],
  ['format', 'oxfmt --check', 'Run npm run format.'],
  ['unused code', 'knip', 'Remove what nothing uses, or use it.'],
  ['doors', 'tsx tools/check-doors.ts', 'Import from the door it names, or move what both need down.'],
  ['documents', 'tsx tools/check-docs.ts', 'Mend the citation.'],
  ['sql', 'tsx tools/compile-sql.ts --check', 'Run npm run generate.'],
];

await ensureInstalled();
const only = process.argv.slice(2);
if (only.length > 0) {
  process.exitCode = (await run(`vitest run ${only.map(quote).join(' ')}`, { stdio: 'inherit' })).code ?? 1;
} else {
  const totals = { passed: 0, failed: 0 };
  const checks = CHECKS.values();
  // Two at a time: most checks keep one core busy.
  await Promise.all([runChecks(checks, totals), runChecks(checks, totals)]);
  await ensureBuilt();
  await runTests(totals);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

async function runChecks(checks, totals) {
  for (const [name, command, remedy] of checks) {
    const { code, output, seconds } = await run(command);
    const took = `${name} (${seconds.toFixed(1)} s)`;
    if (code === 0) {
      totals.passed += 1;
      console.log(`ok      ${took}`);
    } else {
      totals.failed += 1;
      console.log(`FAILED  ${took}: ${command}\n${output}\n${remedy}\n`);
    }
  }
}

async function runTests(totals) {
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-report-'));
  const report = join(folder, 'report.json');
  const reporters = `--reporter=default --reporter=json --outputFile.json=${quote(report)}`;
  const { code } = await run(`vitest run ${reporters}`, { stdio: 'inherit' });
  const { passed, failed } = readReport(report);
  totals.passed += passed;
  // A file that cannot be loaded, or an error outside every test, fails the run without failing a test.
  totals.failed += code === 0 ? failed : Math.max(failed, 1);
  rmSync(folder, { recursive: true });
}

function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function quote(argument) {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
