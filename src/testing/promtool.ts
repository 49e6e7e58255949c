import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';

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

/** The alerts that fire after the first scrape was taken for 15 minutes and the second one for 45. */
export function alertsOf(folder: string, before: Scrape, after: Scrape): string[] {
  const series = [...new Set([...before.keys(), ...after.keys()])].map((name) => ({
    series: name,
    values: `${lasting(before.get(name), BEFORE)} ${lasting(after.get(name), AFTER)}`,
  }));
  const tests = {
    rule_files: [RULES],
    evaluation_interval: '30s',
    tests: [
      {
        interval: '1m',
        input_series: series,
        // Expects none, so that promtool tells which there are.
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${BEFORE + AFTER - 1}m`,
            exp_samples: [],
          },
          // An increase is seen in the minutes after it.
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${BEFORE + 5}m`,
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

const lasting = (value: number | undefined, minutes: number): string =>
  value === undefined ? `_x${minutes}` : `${value}+0x${minutes - 1}`;

function run(file: string): string {
  try {
    return execFileSync(findPromtool(), ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (!/alertname=/.test(stdout + stderr)) throw error;
    return stdout + stderr;
  }
}

/** As root on Debian or Ubuntu it is installed when it is missing. */
function findPromtool(): string {
  if (works()) return 'promtool';
  try {
    if (process.getuid?.() !== 0) throw new Error('Only root can install it.');
    execFileSync('apt-get', ['update', '-q'], { stdio: 'pipe' });
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'prometheus'], {
      stdio: 'pipe',
    });
  } catch (cause) {
    throw new Error(
      'promtool was not found. Install it (on Debian and Ubuntu: apt-get install prometheus).',
      { cause },
    );
  }
  return 'promtool';
}

function works(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
