import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { compare, openEarlier } from './harness/earlier.ts';
import { toLine, isMet, type Measurement } from './harness/measure.ts';
import { describeRun, record } from './harness/record.ts';
import { SUBJECTS } from './harness/subjects.ts';

const SUFFIX = '.bench.ts';
const TIME_LIMIT_MINUTES = Number(process.env['BENCH_TIME_LIMIT_MINUTES'] ?? 15);

const names = Object.keys(SUBJECTS);
const width = Math.max(...names.map((name) => name.length));

const HELP = `Usage: npm run bench [-- [--against <commit>] [--record] <word>...]

Runs the benchmarks one after the other, each in its own process, and ends with a table of
all figures. With words, only the benchmarks whose name contains one of them are run.
A ratio is our figure divided by the rival's, measured in the same run on the same machine.
A missed target is marked MISSED; the exit code is 1 only when a benchmark crashed or took
longer than ${TIME_LIMIT_MINUTES} minutes (BENCH_TIME_LIMIT_MINUTES=<number> changes it).
With --against, each benchmark first runs as it was at that commit, which is installed and built
in a folder of its own, and a second table shows the change: of the ratio where there is a rival.
With --record, what ended well takes its place in docs/performance.md, with the day and the machine.

${Object.entries(SUBJECTS)
  .map(([name, subject]) => `  ${name.padEnd(width)}  ${subject}`)
  .join('\n')}`;

interface Outcome {
  readonly name: string;
  readonly measurements: readonly Measurement[];
  /** Undefined where it ended well. */
  readonly failure: string | undefined;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { help: { type: 'boolean' }, against: { type: 'string' }, record: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) {
    console.error(`No benchmark has a name with ${words.join(' or ')}. There are: ${names.join(', ')}.`);
    return 2;
  }
  await ensureBuilt();
  const earlier = values.against === undefined ? undefined : await openEarlier(values.against);
  const outcomes: Outcome[] = [];
  const before: Measurement[] = [];
  try {
    for (const name of chosen) {
      if (earlier) {
        console.log(`\n${name} at ${values.against}`);
        before.push(...(await run(name, join(earlier.folder, 'bench'))).measurements);
      }
      console.log(`\n${name}`);
      const described = describeRun();
      const outcome = await run(name);
      outcomes.push(outcome);
      const { measurements, failure } = outcome;
      if (values.record && failure === undefined) record(name, { ...described, measurements });
    }
  } finally {
    await earlier?.remove();
  }
  console.log(`\nSummary\n${summary(outcomes)}`);
  if (earlier) {
    const now = outcomes.flatMap(({ measurements }) => measurements);
    console.log(`\nSince ${values.against}\n${compare(now, before).join('\n')}`);
  }
  return outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

async function run(name: string, folder: string = import.meta.dirname): Promise<Outcome> {
  const measurements: Measurement[] = [];
  const child = fork(join(folder, `${name}${SUFFIX}`), {
    cwd: dirname(folder),
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
