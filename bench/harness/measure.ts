import { isDeepStrictEqual } from 'node:util';

/** A bound such as `>= 0.75` or `<= 200`: on the ratio where there is a rival, else on the figure itself. */
export type Target = `${'>=' | '<='} ${number}`;

export interface Measurement {
  readonly name: string;
  readonly figure: number;
  /** `/s` for a rate, else what the figure counts: `ms`, `MiB`. */
  readonly unit: string;
  readonly rival?: string;
  /** Our figure divided by the rival's. */
  readonly ratio?: number;
  readonly target?: Target;
}

export interface Race {
  readonly name: string;
  /** How many operations one call of a contestant performs; enough of them that reading the clock costs nothing. */
  readonly operations: number;
  readonly ours: Contestant;
  readonly rivals: Readonly<Record<string, Contestant>>;
  readonly target?: Target;
}

/** Does the whole work once and returns its outcome, which must be deeply equal for all contestants. */
export type Contestant = () => unknown;

const WARM_UP_MS = 150;
const SLICE_MS = 25;
const ROUNDS = 15;

/** Runs all contestants in turn, many times over, so that a disturbance of the machine hits each alike. */
export async function race({ name, operations, ours, rivals, target }: Race): Promise<void> {
  const contestants = [{ label: 'ours', run: ours, rates: new Array<number>() }];
  for (const [label, run] of Object.entries(rivals)) contestants.push({ label, run, rates: [] });

  const expected = await ours();
  for (const { label, run } of contestants) {
    const outcome = await run();
    if (!isDeepStrictEqual(outcome, expected)) {
      throw new Error(`${name}: ${label} found ${String(outcome)}, but ours found ${String(expected)}.`);
    }
    await callsPerSecond(run, WARM_UP_MS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { run, rates } of contestants) rates.push(operations * (await callsPerSecond(run, SLICE_MS)));
    contestants.reverse();
  }

  const rates = new Map(contestants.map(({ label, rates }) => [label, median(rates)]));
  const figure = rates.get('ours') ?? Number.NaN;
  for (const rival of Object.keys(rivals)) {
    const ratio = figure / (rates.get(rival) ?? Number.NaN);
    report({ name, figure, unit: '/s', rival, ratio, ...(target && { target }) });
  }
}

async function callsPerSecond(run: Contestant, durationMs: number): Promise<number> {
  const start = performance.now();
  let calls = 0;
  let elapsedMs: number;
  do {
    const outcome = run();
    if (outcome instanceof Promise) await outcome;
    calls += 1;
    elapsedMs = performance.now() - start;
  } while (elapsedMs < durationMs);
  return (calls * 1000) / elapsedMs;
}

/** Half of the values are below it. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Prints a measurement and, when `bench/run.ts` started this process, hands it over for the summary. */
export function report(measurement: Measurement): void {
  console.log(toLine(measurement));
  process.send?.(measurement);
}

export function toLine(measurement: Measurement): string {
  const { name, figure, unit, rival, ratio, target } = measurement;
  const against = rival === undefined || ratio === undefined ? '' : `${significant(ratio)}x ${rival}`;
  const bound = target === undefined ? '' : `(target ${target}${against ? 'x' : ` ${unit}`})`;
  const verdict = { true: 'ok', false: 'MISSED', undefined: '' }[`${isMet(measurement)}`];
  return [
    name.padEnd(40),
    quantity(figure, unit).padStart(12),
    ' ',
    against.padEnd(24),
    bound.padEnd(20),
    verdict,
  ]
    .join(' ')
    .trimEnd();
}

/** Undefined where nothing was aimed at. A figure that is not a number meets no target. */
export function isMet({ figure, ratio, target }: Measurement): boolean | undefined {
  if (target === undefined) return undefined;
  const [relation, bound] = target.split(' ');
  const value = ratio ?? figure;
  return relation === '>=' ? value >= Number(bound) : value <= Number(bound);
}

export function quantity(figure: number, unit: string): string {
  if (unit !== '/s') return `${significant(figure)} ${unit}`;
  if (figure >= 1e6) return `${significant(figure / 1e6)} M/s`;
  if (figure >= 1e3) return `${significant(figure / 1e3)} k/s`;
  return `${significant(figure)} /s`;
}

export const significant = (value: number): string =>
  value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
