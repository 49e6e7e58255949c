import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Decimal, Problem, sha256 } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findFirst, findUsed, insertClaims, KEYS_KEPT_MS, nameOf, sweepClaims, type Claim } from './index.ts';

const database = await createTestDatabase({ poolSize: 4 });
const { db } = database;
const NOW = new Date('2026-03-01T12:00:00.123Z');

afterEach(() => database.sql`truncate idempotency_claim`);

const claimOf = (given: Partial<Claim> = {}): Claim => ({
  tenant: 'acme',
  scope: 'caller desk',
  key: 'k',
  step: 0,
  fingerprint: sha256('content'),
  isKeptForGood: false,
  refusal: () => new Problem('reference_reused', 'It was used with other content.'),
  ...given,
});

const insert = (claim: Claim, answer: unknown = null) =>
  insertClaims([{ claim, subject: '1', answer, now: NOW }]).execute(db);

const sweepAt = (ms: number) =>
  sweepClaims({
    actor: { kind: 'system', id: 'sweep', tenant: 'acme', scopes: new Set() },
    db,
    clock: { now: () => new Date(NOW.getTime() + ms) },
    traceId: '0'.repeat(32),
    signal: new AbortController().signal,
  });

describe('the answer that is kept', () => {
  it('is written byte for byte as the first one was, whatever it has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: true }), async (answer) => {
        await database.sql`truncate idempotency_claim`;
        await insert(claimOf(), { answer });
        const first = await findFirst(db, claimOf());
        expect(JSON.stringify(first?.answer)).toBe(JSON.stringify({ answer }));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps exact amounts, times, nulls, large integers, the order of members and other scripts', async () => {
    const answer = {
      z: '0.100000000000000001',
      amount: '12345678901234567890.000000000000000001',
      at: NOW.toISOString(),
      none: null,
      largest: Number.MAX_SAFE_INTEGER,
      least: -1e-7,
      list: [[], {}, 'Zürich \u2028 🙂', false],
      a: '',
    };
    await insert(claimOf(), answer);
    expect(JSON.stringify((await findFirst(db, claimOf()))?.answer)).toBe(JSON.stringify(answer));
  });

  it.each([
    ['a date', NOW],
    ['a decimal', Decimal.parse('1.5')],
    ['bytes', Buffer.from('a')],
    ['a large integer', 1n],
    ['an infinite number', Infinity],
    ['a map', new Map()],
  ])('cannot have %s, which JSON would change', async (_what, value) => {
    expect(() =>
      insertClaims([{ claim: claimOf(), subject: '1', answer: { a: [value] }, now: NOW }]),
    ).toThrow('The answer.a.0 is not what JSON keeps as it is.');
  });
});

describe('a claim', () => {
  it('belongs to its tenant, its scope and its key', async () => {
    await insert(claimOf());
    expect(await findFirst(db, claimOf())).toEqual({ subject: '1', answer: null });
    for (const other of [{ tenant: 'other' }, { scope: 'caller other' }, { key: 'other' }, { step: 1 }])
      expect(await findFirst(db, claimOf(other))).toBeUndefined();
  });

  it('refuses other content, also at another step', async () => {
    await insert(claimOf());
    for (const step of [0, 1])
      await expect(findFirst(db, claimOf({ step, fingerprint: sha256('other') }))).rejects.toThrow(
        'It was used with other content.',
      );
  });

  it('is found among those of a batch', async () => {
    const used = [claimOf(), claimOf({ step: 2 }), claimOf({ scope: 'note.create', key: 'r' })];
    for (const claim of used) await insert(claim);
    const free = [claimOf({ step: 1 }), claimOf({ scope: 'note.create', key: 's' })];
    const found = await findUsed(db, [...free, ...used]);
    expect([...free, ...used].filter((claim) => found.has(nameOf(claim)))).toEqual(used);
  });

  it('is made by one of those who try at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => insert(claimOf())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ends after a week, unless it is kept for good', async () => {
    const reference = claimOf({ scope: 'note.create', isKeptForGood: true });
    await insert(claimOf());
    await insert(reference);
    await sweepAt(KEYS_KEPT_MS);
    expect(await findFirst(db, claimOf())).toBeDefined();
    await sweepAt(KEYS_KEPT_MS + 1);
    expect(await findFirst(db, claimOf())).toBeUndefined();
    await sweepAt(1_000 * KEYS_KEPT_MS);
    expect(await findFirst(db, reference)).toBeDefined();
  });
});
