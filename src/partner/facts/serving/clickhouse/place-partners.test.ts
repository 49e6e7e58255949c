import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDuckdb, type Session } from '../../../../platform/duckdb/index.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { placePartners } from './place-partners.ts';

type Parents = readonly (number | null)[];

/** The shards of partners whose parents are given by their numbers. */
async function place(session: Session, parents: Parents, shards: number): Promise<number[]> {
  const rows = parents.map((parent, no) => `(${no}, 'P${no}', ${parent === null ? 'null' : `'P${parent}'`})`);
  await session.run(`create or replace temp table partners (partner_no integer, partner_uid varchar, parent_uid varchar);
    insert into partners values ${rows.join(', ')}`);
  await placePartners(session, shards);
  const placed = await session.query<{ shard: number }>('select shard from placements order by partner_no');
  return placed.map(({ shard }) => shard);
}

function topOf(parents: Parents, no: number): number {
  let top = no;
  for (let parent = parents[top]; parent !== null && parent !== undefined; parent = parents[top])
    top = parent;
  return top;
}

test('a partner is on the shard of the partner at the top of its tree, however deep, and a circle ends', async () => {
  const folder = temporaryFolder();
  const database = await openDuckdb({
    path: join(folder, 'x.duckdb'),
    threads: 1,
    memoryLimitBytes: 256 * 2 ** 20,
    spillFolder: folder,
    readers: 1,
  });
  await database.prepare(async (session) => {
    const forests = fc
      .array(fc.option(fc.nat()), { minLength: 1, maxLength: 30 })
      .map((picks) => picks.map((pick, no) => (pick === null || no === 0 ? null : pick % no)));
    await fc.assert(
      fc.asyncProperty(forests, fc.integer({ min: 1, max: 4 }), async (parents, shards) => {
        const placed = await place(session, parents, shards);
        expect(placed).toHaveLength(parents.length);
        for (const [no, shard] of placed.entries()) {
          expect(shard).toBe(placed[topOf(parents, no)]);
          expect(shard).toBeLessThan(shards);
        }
      }),
      { numRuns: 40, seed: 3 },
    );
    const alone = Array.from({ length: 200 }, () => null);
    expect(new Set(await place(session, alone, 4)).size).toBe(4);
    const chain = alone.map((_, no) => (no === 0 ? null : no - 1));
    expect(new Set(await place(session, chain, 4)).size).toBe(1);
    expect(await place(session, [1, 0, 1], 2)).toHaveLength(3);
  });
  await database.close();
});
