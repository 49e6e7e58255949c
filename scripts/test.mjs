import { basename } from 'node:path';
import { ensureInstalled, quote, run } from './ensure.mjs';
import { readFailures, removeReport, reportOptions, writeFailures, readReport } from './failures.mjs';

/**
 * Remembers what it has checked: of the next run, only what has changed since takes time. Each thread more would work out
 * the same types again, and two checks run at a time anyway.
 */
const remembering = (name) =>
  `--checkers 1 --incremental --tsBuildInfoFile node_modules/.cache/${name}.tsbuildinfo`;

/** Name, command, and how to fix what it finds. */
const CHECKS = [
  ['types', `tsc -p . ${remembering('types')}`, 'Fix the type errors above.'],
  // Each face has a router of its own, so each is a program of its own.
  ...['console/src/trading', 'console/src/partner', 'console'].map((folder) => [
    `types of ${folder}`,
    `tsc -p ${folder} ${remembering(`types-${basename(folder)}`)}`,
    'Fix the type errors above.',
  ]),
  ['lint', 'oxlint', 'Fix the lines above; npm run lint shows them again.'],
  ['format', 'oxfmt --check', 'Run npm run format.'],
  ['unused code', 'knip', 'Remove what is unused, or use it.'],
  [
    'doors',
    'tsx tools/sources/check-doors.ts',
    'Import from the door it names, or move what both need down.',
  ],
  ['documents', 'tsx tools/sources/check-docs.ts', 'Fix the citation.'],
  ['sql', 'tsx tools/generate/compile-sql.ts --check', 'Run npm run generate.'],
];

const INTRODUCTION = `npm test runs ${CHECKS.length} checks beside the tests: about five minutes on two processors.
It leaves to other commands:
  npm run test:long        whole programs, kills, outages, packages, and all cases of what is sampled here
  npm run test:console     the console in a browser
  npm run test:clickhouse  reports on ClickHouse servers
  npm run test:release     an upgrade from the last release
`;

/** The projects of vitest that `npm test` runs. */
const QUICK = ['--project=alone', '--project=together'];

const started = performance.now();
await ensureInstalled();
const given = process.argv.slice(2);
if (given.length === 0) {
  console.log(INTRODUCTION);
  await runAll(CHECKS, QUICK, []);
} else if (given[0] === '--failed') {
  const last = readFailures();
  if (last === undefined) {
    console.error('There is no earlier run to repeat. Run npm test first.');
    process.exit(1);
  }
  const wanted = CHECKS.filter(([name]) => last.checks.includes(name));
  await runAll(wanted, last.projects, last.files);
} else {
  const projects = given.filter((argument) => /^--(project|config)=/.test(argument));
  const others = given.filter((argument) => !projects.includes(argument));
  await runAll([], projects.length === 0 ? QUICK : projects, others);
}

/**
 * @param {string[][]} wanted the checks
 * @param {string[]} projects of vitest; none for no tests
 * @param {string[]} selection of their tests
 */
async function runAll(wanted, projects, selection) {
  // The checks use what the tests leave of the processors while they wait for other processes.
  const [checks, tests] = await Promise.all([runChecks(wanted), runTests(projects, selection)]);
  for (const line of [...checks.remedies, ...tests.remedies]) console.log(line);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`It took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const failed = checks.failed.length + tests.failed;
  console.log(`${wanted.length - checks.failed.length + tests.passed} passed, ${failed} failed`);
  writeFailures({
    checks: checks.failed.map(({ name }) => name),
    projects: tests.failed === 0 ? [] : projects,
    files: tests.files,
    failures: [...checks.failed, ...tests.failures],
  });
  if (failed > 0) console.log('Only what failed, once more: npm test -- --failed');
  process.exitCode = failed === 0 ? 0 : 1;
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
      failed.push({ name, error: output.trim() });
      remedies.push(`FAILED  ${name}: ${remedy}`);
    }
  };
  // Two at a time: most checks keep one core busy.
  await Promise.all([runInTurn(), runInTurn()]);
  return { failed, remedies };
}

/**
 * @param {string[]} projects
 * @param {string[]} selection
 */
async function runTests(projects, selection) {
  if (projects.length === 0) return { passed: 0, failed: 0, files: [], failures: [], remedies: [] };
  removeReport();
  const { code } = await run(
    `vitest run ${[...projects, ...selection].map(quote).join(' ')} ${reportOptions}`,
    'inherit',
  );
  const { passed, failures, files } = readReport();
  const isLost = code !== 0 && failures.length === 0;
  return {
    passed,
    // An error outside every test, or a run without a report, fails without failing a test.
    failures: isLost
      ? [{ name: `vitest ${projects.join(' ')}`, error: 'It failed outside the tests.' }]
      : failures,
    failed: isLost ? 1 : failures.length,
    files: isLost ? selection : files,
    remedies: code === 0 ? [] : [`FAILED  tests: see the output of vitest above`],
  };
}
