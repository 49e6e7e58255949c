import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { newPort } from '../../testing/new-port.ts';
import { asDeclared } from '../facts/http/index.ts';
import { openTestFacts, put, testStorage } from '../testing/facts.ts';
import { order, putTerms } from '../testing/program.ts';
import { openOffice } from '../wallets/testing/office.ts';
import { creditingEndpoints } from './index.ts';
import { thorough } from '../../testing/effort.ts';

const { database, folder, facts, bringing } = await openOffice();

/** A service over the facts, whose tokens are scopes; `admin:P1` is the admin scope in a credential of P1. */
async function listen(over = facts, port = 0) {
  const endpoints = creditingEndpoints(over).map((each) => asDeclared(over, each));
  const app = frame(endpoints, {
    db: database.db,
    authenticate: (authorization = ''): Actor => {
      const [scope = '', partnerUid] = authorization.slice('Bearer '.length).split(':');
      const own = { id: 'jane', tenant: 'default', partnerUid };
      if (scope === 'person') return { ...own, kind: 'person', scopes: new Set(['admin']) };
      return { ...own, kind: 'operator', scopes: new Set([scope]) };
    },
    limits: { requestTimeoutMs: 30_000 },
  });
  const url = await app.listen({ port, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return async (token: string, through: unknown, key?: string) => {
    const answer = await fetch(`${url}/api/manage/crediting/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ through }),
    });
    const isReplay = answer.headers.has('idempotency-replayed');
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      ...(isReplay && { isReplay }),
    };
  };
}

test('an operator credits through a day, in whichever process it asks, and nothing twice', async () => {
  await putTerms(bringing);
  await put(bringing, 'orders', order(1));
  const credit = await listen();
  // A person confirms the money with a second factor, which a token cannot prove.
  expect(await credit('person', '2024-03-31')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await credit('admin', '2024-03-31')).toEqual({
    status: 200,
    body: {
      payouts: [
        {
          number: 1,
          kind: 'rewards',
          first_day: '2024-03-04',
          last_day: '2024-03-04',
          row_count: 2,
          reward_usd: '11.00000000',
        },
      ],
      partners: [
        { partner_uid: 'P1', reward_usd: 10 },
        { partner_uid: 'P0', reward_usd: 1 },
      ],
      partners_count: 2,
    },
  });
  expect(await database.sql`select actor_kind, actor_id from audit_log where action = 'payout.make'`).toEqual(
    [{ actor_kind: 'operator', actor_id: 'jane' }],
  );
  expect((await credit('admin', '2024-03-31')).body).toMatchObject({ payouts: [], partners: [] });
});

test.each([
  ['without the scope', 'facts', '2024-03-31', 403, 'needs the scope admin'],
  ['by a credential of a partner', 'admin:P1', '2024-03-31', 403, 'credential of a partner cannot manage'],
  ['through a day that is not over', 'admin', '2999-01-01', 422, '2999-01-01 is not over yet'],
  ['through something else than a day', 'admin', '31.3.2024', 422, '31.3.2024 is not a day'],
  ['through nothing', 'admin', undefined, 400, '1 field is not valid.'],
])('a run %s is refused', async (_what, token, through, status, detail) => {
  const credit = await listen();
  const answer = await credit(token, through);
  expect([answer.status, answer.body['detail']]).toEqual([status, expect.stringContaining(detail)]);
});

test('a run that is repeated with its key gets the first answer; one that lost it makes the rest', async () => {
  const credit = await listen();
  await put(bringing, 'orders', order(3, { closed_at: '2024-04-02T10:00:00Z' }));
  const first = await credit('admin', '2024-04-30', 'april');
  expect(first).toMatchObject({ status: 200, body: { payouts: [{ last_day: '2024-04-02' }] } });
  await put(bringing, 'orders', order(4, { closed_at: '2024-04-03T10:00:00Z' }));
  expect(await credit('admin', '2024-04-30', 'april')).toEqual({ ...first, isReplay: true });
  expect(await credit('admin', '2024-04-29', 'april')).toMatchObject({
    status: 409,
    body: { code: 'reference_reused' },
  });
  // As after a process that died between its last payout and its answer.
  await credit('admin', '2024-04-30');
  const rest = await credit('admin', '2024-04-30', 'again');
  expect(rest).toMatchObject({ status: 200, body: { payouts: [] } });
  expect(await credit('admin', '2024-04-30', 'again')).toEqual({ ...rest, isReplay: true });
});

thorough('a process that does not write forwards the run to the one that does', async () => {
  const port = await newPort();
  const address = `http://127.0.0.1:${port}`;
  await facts.lease.release();
  const writer = await openTestFacts(temporaryFolder(), database.db, {
    storage: testStorage(folder),
    address,
  });
  const reader = await openTestFacts(temporaryFolder(), database.db, { storage: testStorage(folder) });
  onTestFinished(async () => {
    await writer.close();
    await reader.close();
  });
  await listen(writer, port);
  const credit = await listen(reader);
  await put({ ...bringing, facts: writer }, 'orders', order(2));
  const forwarded = await credit('admin', '2024-03-31', 'forwarded');
  expect(forwarded).toMatchObject({ status: 200, body: { payouts: [{ kind: 'adjustments' }] } });
  expect(await credit('admin', '2024-03-31', 'forwarded')).toEqual({ ...forwarded, isReplay: true });
  expect((await credit('admin', '2999-01-01')).status).toBe(422);
});
