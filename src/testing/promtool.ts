import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { findProgram } from './program.ts';

const RULES = resolve('deploy/prometheus/alerts.yaml');
/** Minutes of the first and of the second scrape. */
const [BEFORE, AFTER] = [15, 45];

/** What Prometheus has scraped: the value of each series. */
export type Scrape = ReadonlyMap<string, number>;

/** Reads the text of `/metrics` as Prometheus stores it, with the labels of the target. */
export function readScrape(text: string, instance: string): Scrape {
  const target = `instance="${instance}",job="quaestor"`;
  const lines = [...text.matchAll(/^(quaestor_\w+)(?:\{(.*)\})? (-?[0-9.e+-]+)$/gm)];
  return new Map([
    ...lines.map(([, name, labels, value]): [string, number] => [
      `${name}{${labels === undefined ? '' : `${labels},`}${target}}`,
      Number(value),
    ]),
    [`up{${target}}`, 1],
  ]);
}

/** A scrape of a target that does not answer. */
export const noScrape = (instance: string): Scrape =>
  new Map([[`up{instance="${instance}",job="quaestor"}`, 0]]);

/** What Prometheus scrapes each minute for a while. */
interface Step {
  readonly scrape: Scrape;
  readonly minutes: number;
  /** What a counter has grown by since the step before, it grows by each minute. */
  readonly goesOn?: boolean;
}

/** The alerts that fire after the first scrape was taken for 15 minutes and the second one for 45. */
export const alertsOf = (folder: string, before: Scrape, after: Scrape): string[] =>
  alertsOver(folder, [
    { scrape: before, minutes: BEFORE },
    { scrape: after, minutes: AFTER },
  ]);

/** The alerts that fire in the sixth minute of the last step, or in its last one. */
export function alertsOver(folder: string, steps: readonly Step[]): string[] {
  const names = new Set(steps.flatMap(({ scrape }) => [...scrape.keys()]));
  const series = [...names].map((name) => ({
    series: name,
    values: steps
      .map(({ scrape, minutes, goesOn }, index) => {
        const value = scrape.get(name);
        const former = steps[index - 1]?.scrape.get(name);
        const grown = goesOn === true && isCounter(name) ? (value ?? 0) - (former ?? 0) : 0;
        if (value !== undefined) return `${value}+${grown}x${minutes - 1}`;
        // Prometheus ends a series that is missing in a scrape.
        return former === undefined
          ? `_x${minutes}`
          : ['stale', `_x${minutes - 1}`].slice(0, minutes).join(' ');
      })
      .join(' '),
  }));
  const total = steps.reduce((sum, { minutes }) => sum + minutes, 0);
  const last = steps.at(-1)?.minutes ?? 0;
  const tests = {
    rule_files: [RULES],
    // A day at the usual pace would take promtool a minute.
    evaluation_interval: total > 600 ? '5m' : '30s',
    tests: [
      {
        interval: '1m',
        input_series: series,
        // Expects none, so that promtool tells which there are.
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${total - 1}m`,
            exp_samples: [],
          },
          // An increase is seen in the minutes after it.
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${total - last + Math.min(5, last - 1)}m`,
            exp_samples: [],
          },
        ],
      },
    ],
  };
  const file = join(folder, 'alerts.test.yaml');
  writeFileSync(file, stringify(tests));
  const output = run(file);
  return [...new Set([...output.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name))].sort();
}

const isCounter = (name: string): boolean => /^\w+_(total|count)\{/.test(name);

/** The scrape with another value for the series of this name and these labels, of which there must be some. */
export function altered(found: Scrape, name: string, labels: readonly string[], value: number): Scrape {
  const names = [...found.keys()].filter(
    (series) => series.startsWith(`${name}{`) && labels.every((label) => series.includes(label)),
  );
  if (names.length === 0) throw new Error(`No process shows ${name} with ${labels.join(', ')}.`);
  return new Map([...found, ...names.map((series) => [series, value] as const)]);
}

/** The names of all rules. */
export const ruleNames = (): string[] =>
  [...readFileSync(RULES, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);

function run(file: string): string {
  try {
    return execFileSync(findProgram(['promtool'], 'prometheus'), ['test', 'rules', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (!/alertname=/.test(stdout + stderr)) throw error;
    return stdout + stderr;
  }
}
