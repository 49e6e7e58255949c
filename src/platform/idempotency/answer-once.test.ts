import { EventEmitter, once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256, type Context } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Db } from '../postgres/index.ts';
import { answerOnce } from './index.ts';

const database = await createTestDatabase({ poolSize: 4 });
const { db } = database;

afterEach(() => database.sql`truncate idempotency_claim`);

/** A request with a key, as the HTTP server makes it. */
const requestOf = (
  key: string | undefined,
  content = 'content',
): Context<Db> & { noteReplay: () => void } => ({
  actor: { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set() },
  db,
  clock: { now: () => new Date('2026-03-01T12:00:00.123Z') },
  traceId: '0'.repeat(32),
  signal: new AbortController().signal,
  requestKey: key === undefined ? undefined : { key, contentHash: sha256(content), steps: 0 },
  keepsResults: true,
  noteReplay: vi.fn(),
});

const ANSWER = { status: 201, headers: { location: '/1' }, body: '{"amount":1.50}' };

it('a repeat with the same key gets the first answer, and nothing is done again', async () => {
  const work = vi.fn(async () => ANSWER);
  const [first, second] = [requestOf('k'), requestOf('k')];
  expect(await answerOnce(first, work)).toBe(ANSWER);
  expect(JSON.stringify(await answerOnce(second, work))).toBe(JSON.stringify(ANSWER));
  expect(work).toHaveBeenCalledOnce();
  expect(first.noteReplay).not.toHaveBeenCalled();
  expect(second.noteReplay).toHaveBeenCalledOnce();
});

it.each([
  ['with a key', 'k'],
  ['without one', undefined],
])('the commands of the work keep nothing, %s', async (_, key) => {
  await answerOnce(requestOf(key), async ({ requestKey, keepsResults }) => {
    expect([requestKey, keepsResults]).toEqual([undefined, false]);
    return ANSWER;
  });
});

it('another request with the same key is refused before anything is done', async () => {
  await answerOnce(requestOf('k'), async () => ANSWER);
  const work = vi.fn(async () => ANSWER);
  await expect(answerOnce(requestOf('k', 'other'), work)).rejects.toMatchObject({ code: 'reference_reused' });
  expect(work).not.toHaveBeenCalled();
});

it('a request that failed is not remembered: a repeat does what is left', async () => {
  const left = ['a', 'b', 'c'];
  const work = async (stopsAt: string) => {
    const done: string[] = [];
    while (left.length > 0) {
      if (left[0] === stopsAt) throw new Error('The process was killed.');
      done.push(left.shift() ?? '');
    }
    return { done };
  };
  await expect(answerOnce(requestOf('k'), () => work('b'))).rejects.toThrow('killed');
  expect(await answerOnce(requestOf('k'), () => work('none'))).toEqual({ done: ['b', 'c'] });
  expect(await answerOnce(requestOf('k'), () => work('none'))).toEqual({ done: ['b', 'c'] });
});

it('of two that run at the same time, the later gets the answer of the earlier, unless it is another request', async () => {
  const gate = new EventEmitter();
  const slow = (content: string) =>
    answerOnce(requestOf('k', content), async () => {
      await once(gate, 'open');
      return { by: content };
    });
  const [same, other] = [slow('content'), slow('other')];
  await vi.waitUntil(() => gate.listenerCount('open') === 2);
  await answerOnce(requestOf('k'), async () => ({ by: 'earlier' }));
  gate.emit('open');
  expect(await Promise.all([same, other])).toEqual([{ by: 'earlier' }, { by: 'other' }]);
});

it('without a key everything is done each time', async () => {
  const work = vi.fn(async () => ANSWER);
  await answerOnce(requestOf(undefined), work);
  await answerOnce(requestOf(undefined), work);
  expect(work).toHaveBeenCalledTimes(2);
  expect(await database.sql`select from idempotency_claim`).toHaveLength(0);
});
