import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextOf, put } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { historyOf, VOIDABLE, voidBatch } from '../testing/history.ts';
import { ASKING } from '../testing/questions.ts';
import { EPOCH, openUpdates } from '../testing/updates.ts';
import { Dice } from '../testing/world.ts';

const REPORTS_WITH_UPDATES = REPORTS.filter(({ tellsUpdates }) => tellsUpdates);

test(
  'whatever happens to the facts, rows that changed since an answer are among those updated since then',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const { facts, read } = await openUpdates();
        const dice = new Dice(seed);
        const voidable: number[] = [];
        const all = async (since: string) => {
          const answers = REPORTS_WITH_UPDATES.flatMap(({ path }) =>
            ASKING.map(async (me) => ({ path, me, ...(await read(path, me, since)) })),
          );
          return Promise.all(answers);
        };
        let before = await all(EPOCH);
        let asOf = EPOCH;
        for (const { kind, rows } of historyOf(seed)) {
          const { accepted, replaced } = await put(contextOf(facts), kind, ...rows);
          // A correction to what is known already makes no batch.
          if (VOIDABLE.has(kind) && accepted + replaced > 0) {
            voidable.push(facts.position.head);
            if (dice.chance(30)) await voidBatch(facts, dice.pick(voidable));
          }
          if (!dice.chance(60)) continue;
          const [after, updated] = [await all(EPOCH), await all(asOf)];
          for (const [index, { path, me, rows: present }] of after.entries()) {
            const known = before[index]?.rows;
            const named = updated[index]?.rows ?? new Set();
            const changed = [...present].filter((row) => !known?.has(row));
            expect([path, me, changed.filter((row) => !named.has(row))]).toEqual([path, me, []]);
            expect([path, me, [...named].filter((row) => !present.has(row))]).toEqual([path, me, []]);
          }
          before = after;
          asOf = after[0]?.asOf ?? EPOCH;
          const nothing = await all(asOf);
          expect(nothing.flatMap(({ rows: found }) => [...found])).toEqual([]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);
