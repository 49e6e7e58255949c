import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/ensure.mjs';
import { isMet, quantity, significant, type Measurement } from './measure.ts';
import { SUBJECTS } from './subjects.ts';

const FIGURES = join(root, 'bench/figures.json');
const PAGE = join(root, 'docs/performance.md');

/** The last run of one benchmark that was recorded. */
export interface Run {
  /** The day, in UTC. */
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** The average number of processes that wanted a processor in the minute before. */
  readonly load: number;
  readonly measurements: readonly Measurement[];
}

export type Figures = Readonly<Record<string, Run>>;

export const readFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures;

/** What can be said before a benchmark runs; its own work must not count as load. */
export function describeRun(): Omit<Run, 'measurements'> {
  const [model = 'unknown processor'] = cpus().map((cpu) => cpu.model.trim());
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    machine: `${availableParallelism()} × ${model} (${arch()}), ${memoryGib} GiB, Node ${process.versions.node}`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Keeps the run in place of the one before, and writes the page of all runs. */
export function record(name: string, run: Run): void {
  const figures = { ...readFigures(), [name]: run };
  const sorted = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FIGURES, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync(PAGE, renderPerformance(sorted));
}

/** docs/performance.md */
export function renderPerformance(figures: Figures): string {
  const sections = Object.entries(SUBJECTS).map(([name, subject]) => {
    const run = figures[name];
    return `## ${name}\n\n${subject}\n\n${run === undefined ? 'Not recorded.\n' : renderRun(name, run)}`;
  });
  return `# Performance

The last recorded run of each benchmark. A ratio is our figure divided by the one beside it, measured in turn in the same run on the
same machine; other machines have other figures, but similar ratios. [tuning.md](tuning.md) explains where the time goes.

${sections.join('\n')}
This page is made by \`npm run bench -- --record\`, which records the benchmarks that it runs; do not edit it by hand.
`;
}

function renderRun(name: string, { date, commit, machine, load, measurements }: Run): string {
  const rows = measurements.map((measurement) => {
    const { figure, unit, rival, ratio, target } = measurement;
    const beside = rival === undefined || ratio === undefined ? '' : `${significant(ratio)} × ${rival}`;
    const verdict = { true: 'met', false: '**missed**', undefined: '' }[`${isMet(measurement)}`];
    return `| ${measurement.name} | ${quantity(figure, unit)} | ${beside} | ${target ?? ''} | ${verdict} |`;
  });
  return `\`npm run bench -- ${name}\`, ${date}, commit ${commit}, load ${load} before, on ${machine}:

| | Figure | Beside | Target | |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
