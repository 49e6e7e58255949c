import * as fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CHAIN_START } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Tx } from '../postgres/index.ts';
import { sealAudit, verifyAudit, type AuditReport } from './index.ts';
import { sealBatch } from './seal.ts';
import { write } from './testing/entries.ts';

const ROWS = 12;
const { db } = await createTestDatabase();
for (let index = 1; index <= ROWS; index += 1) {
  await write(db, `note ${index}`, {}, index % 2 === 0 ? { callerTraceId: `caller "${index}"` } : {});
}
await sealAudit(db);
const { head } = await verifyAudit(db);

const seqs = fc.integer({ min: 1, max: ROWS });

/** Does something to the log as one who can switch its triggers off, verifies, and takes it back. */
async function tampering(tamper: (tx: Tx) => Promise<unknown>, anchor?: string): Promise<AuditReport> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tamper(tx);
    return await verifyAudit(tx, anchor);
  } finally {
    await tx.rollback().execute();
  }
}

const remove = (condition: RawBuilder<unknown>) => (tx: Tx) =>
  sql`delete from audit_log where ${condition}`.execute(tx);
const set = (seq: number, change: RawBuilder<unknown>) => (tx: Tx) =>
  sql`update audit_log set ${change} where seq = ${seq}`.execute(tx);

const cutAndGrow = async (tx: Tx) => {
  await remove(sql`seq > 8`)(tx);
  for (let index = 0; index < 10; index += 1) await write(tx, 'another history');
  await sealBatch(tx);
};
const grow = async (tx: Tx) => {
  await write(tx, 'more');
  await sealBatch(tx);
};
const digits = (last: number) => `{"n": 0.1000000000000000000${last}}`;

it('an untouched chain is intact, alone and against its own head', async () => {
  const intact = { rows: ROWS, head, pending: 0, fault: undefined };
  expect(await verifyAudit(db)).toEqual(intact);
  expect(await verifyAudit(db, head)).toEqual(intact);
  expect(head).toMatch(/^12:[0-9a-f]{64}$/);
});

it('an empty log is intact, and its head is the start', async () => {
  const report = await tampering(remove(sql`true`));
  expect(report).toEqual({ rows: 0, head: `0:${CHAIN_START.toString('hex')}`, pending: 0, fault: undefined });
});

it('rows that wait for their seal are counted', async () => {
  expect(await tampering((tx) => write(tx, 'new'))).toMatchObject({
    rows: ROWS,
    pending: 1,
    fault: undefined,
  });
});

describe('the first bad row is named', () => {
  it.each([
    ['at', sql`at = at + interval '1 microsecond'`],
    ['tenant', sql`tenant = 'another'`],
    ['actor_kind', sql`actor_kind = 'system'`],
    ['actor_id', sql`actor_id = actor_id || ' '`],
    ['action', sql`action = 'note.delete'`],
    ['subject_kind', sql`subject_kind = 'noté'`],
    ['subject_id', sql`subject_id = ''`],
    ['details', sql`details = jsonb(details) || '{"more": 0.1}'`],
    ['trace_id', sql`trace_id = upper(trace_id) || 'x'`],
    ['caller_trace_id', sql`caller_trace_id = coalesce(caller_trace_id, '') || 'x'`],
    ['service', sql`service = 'partner'`],
    ['service, by one for both,', sql`service = null`],
    ['id', sql`id = default`],
    ['hash', sql`hash = sha256(hash)`],
  ])('when its %s was changed', async (_column, change) => {
    await fc.assert(
      fc.asyncProperty(seqs, async (seq) => {
        const { rows, fault } = await tampering(set(seq, change));
        expect({ rows, fault }).toMatchObject({
          rows: seq - 1,
          fault: { seq: String(seq), kind: 'changed' },
        });
      }),
      { numRuns: 6 },
    );
  });

  it('when a digit was changed that a binary float cannot hold', async () => {
    await tampering(async (tx) => {
      await sql`insert into audit_log (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id)
        values (now(), 'a', 'client', 'c', 'note.create', 'note', 'n', ${digits(1)}::text::json, 't')`.execute(
        tx,
      );
      await sealBatch(tx);
      expect((await verifyAudit(tx)).fault).toBeUndefined();
      await set(ROWS + 1, sql`details = ${digits(2)}::text::json`)(tx);
      expect((await verifyAudit(tx)).fault).toMatchObject({ seq: String(ROWS + 1), kind: 'changed' });
    });
  });

  it('when it points back to another row', async () => {
    await fc.assert(
      fc.asyncProperty(seqs, async (seq) => {
        const { fault } = await tampering(set(seq, sql`prev_hash = sha256(prev_hash)`));
        expect(fault).toMatchObject({ seq: String(seq), kind: 'relinked' });
      }),
      { numRuns: 6 },
    );
  });

  it('when rows were deleted, unless they were the last', async () => {
    await fc.assert(
      fc.asyncProperty(seqs, fc.integer({ min: 0, max: 3 }), async (first, more) => {
        const report = await tampering(remove(sql`seq between ${first} and ${first + more}`));
        const isTail = first + more >= ROWS;
        expect(report.fault).toEqual(isTail ? undefined : { seq: String(first), kind: 'missing' });
        expect(report.rows).toBe(first - 1);
      }),
      { numRuns: 20 },
    );
  });

  it('when its seal was broken', async () => {
    const { pending, fault } = await tampering(set(5, sql`seq = null, prev_hash = null, hash = null`));
    expect({ pending, fault }).toEqual({ pending: 1, fault: { seq: '5', kind: 'missing' } });
  });

  it('when the contents of two rows were exchanged', async () => {
    await fc.assert(
      fc.asyncProperty(seqs, seqs, async (a, b) => {
        fc.pre(a !== b);
        const { fault } = await tampering((tx) =>
          sql`update audit_log set subject_id = other.subject_id from audit_log other
              where audit_log.seq in (${a}, ${b}) and other.seq in (${a}, ${b}) and other.id <> audit_log.id`.execute(
            tx,
          ),
        );
        expect(fault).toMatchObject({ seq: String(Math.min(a, b)), kind: 'changed' });
      }),
      { numRuns: 10 },
    );
  });

  it('when the places of two rows were exchanged', async () => {
    await fc.assert(
      fc.asyncProperty(seqs, seqs, async (a, b) => {
        fc.pre(a !== b);
        const { fault } = await tampering(async (tx) => {
          await set(a, sql`seq = 1000`)(tx);
          await set(b, sql`seq = ${a}`)(tx);
          await set(1000, sql`seq = ${b}`)(tx);
        });
        expect(fault?.seq).toBe(String(Math.min(a, b)));
      }),
      { numRuns: 10 },
    );
  });

  it('when a row was inserted and those after it were renumbered', async () => {
    await fc.assert(
      fc.asyncProperty(seqs, async (seq) => {
        const { fault } = await tampering(async (tx) => {
          await sql`update audit_log set seq = seq + 1000 where seq >= ${seq}`.execute(tx);
          await sql`update audit_log set seq = seq - 999 where seq > 1000`.execute(tx);
          await write(tx, 'forged');
          await sql`update audit_log set seq = ${seq}, prev_hash = sha256('x'), hash = sha256('y') where seq is null`.execute(
            tx,
          );
        });
        expect(fault).toMatchObject({ seq: String(seq), kind: 'relinked' });
      }),
      { numRuns: 6 },
    );
  });

  it('when a row was inserted before the first', async () => {
    const { fault } = await tampering(async (tx) => {
      await sql`alter table audit_log drop constraint audit_log_seq_check`.execute(tx);
      await set(3, sql`seq = 0`)(tx);
    });
    expect(fault).toMatchObject({ seq: '0', kind: 'inserted' });
  });
});

describe('an anchor noted before', () => {
  it('shows that rows were cut off at the end', async () => {
    const { rows, fault } = await tampering(remove(sql`seq > 8`), head);
    expect({ rows, fault }).toEqual({ rows: 8, fault: { seq: '9', kind: 'cut off' } });
  });

  it('shows that the chain was rewritten', async () => {
    expect((await tampering(cutAndGrow)).fault).toBeUndefined();
    expect((await tampering(cutAndGrow, head)).fault).toMatchObject({ seq: '12', kind: 'not the anchor' });
  });

  it('lets the chain grow', async () => {
    expect(await tampering(grow, head)).toMatchObject({ rows: ROWS + 1, fault: undefined });
  });

  it.each(['', '12', '12:abc', `x:${'0'.repeat(64)}`, `12:${'A'.repeat(64)}`])(
    'is refused when it is not one: %j',
    async (anchor) => {
      await expect(verifyAudit(db, anchor)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: { anchor: [expect.any(String) as unknown] },
      });
    },
  );
});
