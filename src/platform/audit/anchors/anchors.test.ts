import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { sealAudit, type Anchor } from '../index.ts';
import { write } from '../testing/entries.ts';
import { openLocalStorage } from '../../storage/index.ts';
import { compareAnchors, findHead, listAnchors, pruneAnchors, writeAnchor } from './index.ts';

const { db } = await createTestDatabase();
const ROWS = 8;
const heads: Anchor[] = [];
for (let index = 1; index <= ROWS; index += 1) {
  await write(db, `note ${index}`);
  await sealAudit(db);
  heads.push((await findHead(db)) as Anchor);
}
const at = (seq: number): Anchor => heads[seq - 1] as Anchor;
const timeOf = async (seq: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`select at from audit_log where seq = ${seq}`.execute(db);
  return rows[0]?.at;
};
const foreign = (seq: number): Anchor => ({ seq: BigInt(seq), hash: 'f'.repeat(64) });

const open = () =>
  openLocalStorage({ folder: temporaryFolder(), secret: Buffer.alloc(32), publicUrl: 'http://q.example' });

describe('a database', () => {
  it('that has every anchor has lost nothing', async () => {
    expect(await compareAnchors(db, [])).toMatchObject({ head: at(8), lost: [] });
    expect(await compareAnchors(db, [at(3), at(8)])).toMatchObject({ head: at(8), lost: [] });
  });

  it('that ends before an anchor has lost what followed its last entry', async () => {
    const comparison = await compareAnchors(db, [at(5), foreign(12), foreign(10)]);
    expect(comparison.lost.map(({ seq }) => seq)).toEqual([12n, 10n]);
    expect(comparison.lostSince).toEqual(await timeOf(8));
  });

  it('that went on after it was restored has lost what followed the last anchor it still has', async () => {
    const comparison = await compareAnchors(db, [at(2), at(4), foreign(6), at(8)]);
    expect(comparison.lost).toEqual([foreign(6)]);
    expect(comparison.lostSince).toEqual(await timeOf(4));
    expect((await compareAnchors(db, [foreign(6)])).lostSince).toBeUndefined();
  });
});

describe('the anchors in the storage', () => {
  it('are those that were written, and writing one again changes nothing', async () => {
    const storage = open();
    expect(await listAnchors(storage)).toEqual([]);
    for (const anchor of [at(3), at(1), at(3)]) await writeAnchor(storage, anchor);
    const listed = await listAnchors(storage);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(expect.arrayContaining([at(1), at(3)]));
  });

  it('stay few: always the newest, and for any distance back one at most four times as far', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }),
        async (steps) => {
          const removed: string[] = [];
          const storage = { ...open(), remove: async (key: string) => void removed.push(key) };
          let kept: Anchor[] = [];
          let seq = 0n;
          const written: bigint[] = [];
          for (const step of steps) {
            seq += BigInt(step);
            written.push(seq);
            kept.push({ seq, hash: 'a'.repeat(64) });
            removed.length = 0;
            await pruneAnchors(storage, kept, []);
            kept = kept.filter((anchor) => !removed.some((key) => BigInt(key.slice(8, 26)) === anchor.seq));
            expect(kept.some((anchor) => anchor.seq === seq)).toBe(true);
            expect(kept.length).toBeLessThanOrEqual(seq.toString(2).length + 3);
          }
          for (const one of written) {
            const distance = seq - one;
            const older = kept.map((anchor) => seq - anchor.seq).filter((other) => other >= distance);
            expect(older.some((other) => other <= 4n * distance)).toBe(true);
          }
        },
      ),
      {
        numRuns: 50,
        examples: [[[1, 9, 30, 38, 21, 30, 28, 4, 5, 2]]],
      },
    );
  });

  it('lose the settled ones', async () => {
    const storage = open();
    for (const anchor of [at(1), foreign(9)]) await writeAnchor(storage, anchor);
    await pruneAnchors(storage, [at(1)], [foreign(9)]);
    expect(await listAnchors(storage)).toEqual([at(1)]);
  });
});
