import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { toLine, isMet, type Measurement } from './harness.ts';

const SUFFIX = '.bench.ts';
const TIME_LIMIT_MINUTES = Number(process.env['BENCH_TIME_LIMIT_MINUTES'] ?? 15);

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort();

const HELP = `Usage: npm run bench [-- <word>...]

Runs the benchmarks one after the other, each in its own process, and ends with a table of
all figures. With words, only the benchmarks whose name contains one of them are run.
A ratio is our figure divided by the rival's, measured in the same run on the same machine.
A missed target is marked MISSED; the exit code is 1 only when a benchmark crashed or took
longer than ${TIME_LIMIT_MINUTES} minutes (BENCH_TIME_LIMIT_MINUTES=<number> changes it).

Benchmarks: ${names.join(', ')}`;

interface Outcome {
  readonly name: string;
  readonly measurements: readonly Measurement[];
  /** Undefined where it ended well. */
  readonly failure: string | undefined;
}

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) {
    console.error(`No benchmark has a name with ${words.join(' or ')}. There are: ${names.join(', ')}.`);
    return 2;
  }
  await ensureBuilt();
  const outcomes: Outcome[] = [];
  for (const name of chosen) {
    console.log(`\n${name}`);
    outcomes.push(await run(name));
  }
  console.log(`\nSummary\n${summary(outcomes)}`);
  return outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

async function run(name: string): Promise<Outcome> {
  const measurements: Measurement[] = [];
  const child = fork(`${import.meta.dirname}/${name}${SUFFIX}`, {
    timeout: TIME_LIMIT_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  });
  child.on('message', (measurement) => measurements.push(measurement as Measurement));
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const failure = child.killed
    ? `ENDED after ${TIME_LIMIT_MINUTES} minutes: set BENCH_TIME_LIMIT_MINUTES to let it run longer`
    : 'CRASHED: see its output above';
  return { name, measurements, failure: child.exitCode === 0 ? undefined : failure };
}

function summary(outcomes: readonly Outcome[]): string {
  const measurements = outcomes.flatMap(({ measurements }) => measurements);
  const verdicts = measurements.map(isMet).filter((verdict) => verdict !== undefined);
  const missed = verdicts.filter((verdict) => !verdict).length;
  return [
    ...measurements.map(toLine),
    ...outcomes.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name} ${failure}`])),
    `${verdicts.length - missed} of ${verdicts.length} targets met${missed > 0 ? `, ${missed} MISSED` : ''}`,
  ].join('\n');
}
