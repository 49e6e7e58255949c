import { readFailures, removeFailures } from './failures.mjs';
import { run } from './ensure.mjs';

/** So many tests may need a second try before the whole run counts as failed. */
const FLAKY_LIMIT = 3;

/**
 * Runs suites one after the other, whatever the result of those before. What failed of one runs once more: what then
 * passes is reported as flaky. Usage: node scripts/ci.mjs '<command>' ...
 */
const lines = [];
/** @type {{ name: string, error: string }[]} */
const flaky = [];
let failed = 0;
for (const command of process.argv.slice(2)) {
  removeFailures();
  const started = performance.now();
  const isOk = (await passes(command)) || (await passesAgain());
  if (!isOk) failed += 1;
  const seconds = Math.round((performance.now() - started) / 1000);
  const time = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  lines.push(`${isOk ? 'ok    ' : 'FAILED'}  ${time.padStart(12)}  ${command}`);
  console.log(lines.at(-1));
}

console.log(`\nAll suites:\n${lines.join('\n')}`);
for (const { name, error } of flaky) console.log(`FLAKY   ${name}\n${error}`);
const isTooFlaky = flaky.length > FLAKY_LIMIT;
if (flaky.length > 0) {
  const verdict = isTooFlaky ? `more than ${FLAKY_LIMIT}, so this run has failed` : 'fix them';
  console.log(`${flaky.length} failed at first and passed when repeated: ${verdict}.`);
}
process.exitCode = failed > 0 || isTooFlaky ? 1 : 0;

/** @param {string} command */
async function passes(command) {
  return (await run(command, 'inherit')).code === 0;
}

/** Only what failed, if the suite has said what that is. */
async function passesAgain() {
  const first = readFailures();
  if (first === undefined) return false;
  const isOk = await passes('npm test -- --failed');
  const still = new Set(readFailures()?.failures.map(({ name }) => name));
  flaky.push(...first.failures.filter(({ name }) => !still.has(name)));
  return isOk;
}
