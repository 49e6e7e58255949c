import { describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { effort } from '../../testing/effort.ts';
import type { Support } from './sending/index.ts';
import { simulate, type Ending } from './testing/simulate.ts';

/** `SEED=17 npx vitest run simulation` replays one run; `SEEDS=100000` makes more of them. */
const only = process.env['SEED'];
const seeds =
  only === undefined
    ? Array.from({ length: Number(process.env['SEEDS'] ?? effort(50, 500)) }, (_, index) => index)
    : [Number(only)];

const VENUES: Record<string, Support> = {
  'knows references and keeps deadlines': { canFind: true, isIdempotent: false, honoursDeadline: true },
  'offers everything': { canFind: true, isIdempotent: true, honoursDeadline: true },
  'takes a reference once': { canFind: true, isIdempotent: true, honoursDeadline: false },
  'only knows references': { canFind: true, isIdempotent: false, honoursDeadline: false },
  'cannot be asked': { canFind: false, isIdempotent: false, honoursDeadline: true },
};

describe.each(Object.entries(VENUES))('at a venue that %s', (_name, support) => {
  it('money moves exactly once for each that is COMPLETED, never for another, and none is lost', () => {
    for (const seed of seeds) {
      const faults = findFaults(seed, support);
      expect(faults, `Seed ${seed} fails; run it alone with SEED=${seed}`).toEqual([]);
    }
  });
});

const WALLETS: Record<string, Support> = {
  'knows transfers by their reference': { canFind: true, isIdempotent: false, honoursDeadline: true },
  'shows no transfer again': { canFind: false, isIdempotent: false, honoursDeadline: true },
};

describe.each(Object.entries(WALLETS))('at a venue with a paying wallet that %s', (_name, wallet) => {
  const support = { canFind: true, isIdempotent: false, honoursDeadline: true };

  // With several, what was moved twice for one would be used for the next, and hardly show.
  it.each([1, 4])('%d are paid at most once each, and no more is moved than they need', (withdrawals) => {
    for (const seed of seeds) {
      const { kept, transfers, moved, paying } = simulate(seed, support, wallet, withdrawals);
      const all = sumOf(kept.map(({ row }) => Decimal.parse(row.amount)));
      const taken = sumOf(transfers.map(({ request }) => request.amount));
      const faults = [
        ...faultsOf({ kept, transfers }, support),
        ...(moved.compare(all) > 0 ? [`${moved.toString()} was moved of ${all.toString()}`] : []),
        ...(moved.equals(taken.plus(paying))
          ? []
          : ['The wallet does not hold what was moved and not paid.']),
      ];
      expect(faults, `Seed ${seed} fails; run it alone with SEED=${seed}`).toEqual([]);
    }
  });

  it('the runs lose transfers and their answers, and still pay', () => {
    const endings = Array.from({ length: 200 }, (_, seed) => simulate(seed, support, wallet)).flatMap(
      ({ kept }) => kept,
    );
    const outcomes = endings.flatMap(({ attempts }) =>
      attempts.map(({ kind, outcome }) => `${kind} ${outcome}`),
    );
    for (const met of ['fund accepted', 'fund unknown', 'fund null', 'submit accepted']) {
      expect(outcomes).toContain(met);
    }
    expect(endings.filter(({ row }) => row.status === 'COMPLETED').length).toBeGreaterThan(200);
  });
});

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, next) => sum.plus(next), Decimal.ZERO);

it('the same seed gives the same run', () => {
  const support = { canFind: true, isIdempotent: false, honoursDeadline: true };
  expect(simulate(7, support)).toEqual(simulate(7, support));
});

it('the runs meet what they are there for', () => {
  const support = { canFind: true, isIdempotent: false, honoursDeadline: true };
  const endings = Array.from({ length: 200 }, (_, seed) => simulate(seed, support)).flatMap(
    ({ kept }) => kept,
  );
  expect(new Set(endings.map(({ row }) => row.status))).toEqual(
    new Set(['COMPLETED', 'FAILED', 'CANCELLED']),
  );
  const outcomes = new Set(
    endings.flatMap(({ attempts }) => attempts.map(({ kind, outcome }) => `${kind} ${outcome}`)),
  );
  for (const met of [
    'submit accepted',
    'submit refused',
    'submit notSent',
    'submit unknown',
    'submit absent',
    'submit null',
    'find accepted',
    'find absent',
  ]) {
    expect(outcomes).toContain(met);
  }
});

const findFaults = (seed: number, support: Support): string[] => faultsOf(simulate(seed, support), support);

function faultsOf({ kept, transfers }: Pick<Ending, 'kept' | 'transfers'>, support: Support): string[] {
  return kept.flatMap(({ row }) => {
    const own = transfers.filter(({ request }) => request.reference === row.id);
    const paid = own.filter(({ status }) => status === 'completed').length;
    const mayWait = !support.canFind || !support.honoursDeadline;
    return [
      own.length > 1 && `${row.id} was taken by the venue ${own.length} times`,
      row.status === 'COMPLETED' && paid !== 1 && `${row.id} is COMPLETED with ${paid} transfers`,
      ['FAILED', 'CANCELLED'].includes(row.status) && paid > 0 && `${row.id} is ${row.status} but was paid`,
      row.status === 'SUBMITTED' && `${row.id} never came to its end`,
      row.status === 'PENDING' &&
        (row.due_at !== null || !mayWait) &&
        `${row.id} is stuck: ${row.waiting_reason}`,
      row.status === 'PENDING' && !row.waiting_reason && `${row.id} waits for a person and does not say why`,
    ].filter((fault) => typeof fault === 'string');
  });
}
