import { expect, it } from 'vitest';
import { inject } from '../../testing/inject.ts';
import { openWithdrawalService } from '../withdrawals/testing/service.ts';

const { app, send, decree } = await openWithdrawalService();
const RULES = { rules: [{ verdict: 'REFUSE' }] };

const read = async () => {
  const headers = { authorization: 'Bearer ada' };
  const answer = await inject(app, { url: '/trade/v1/policies', headers });
  const { etag } = answer.json<{ etag: string }>();
  expect(answer.headers.etag).toBe(etag);
  return etag;
};
const propose = (actor: string, etag?: string) =>
  send(actor, 'PUT', 'policies', {
    body: RULES,
    ...(etag !== undefined && { headers: { 'if-match': etag } }),
  });

it('of two people who begin with the same rules, the second is refused and nothing is replaced', async () => {
  await decree([{ verdict: 'ALLOW' }]);
  const etag = await read();
  const first = await propose('ada', etag);
  expect(first.status).toBe(202);
  const second = await propose('grace', etag);
  expect([second.status, second.body.code]).toEqual([412, 'precondition_failed']);
  const { body } = await send('ada', 'GET', 'policies');
  expect(body).toMatchObject({ proposed: { version: first.body.version, proposedBy: 'ada' } });
  expect((await propose('grace', await read())).status).toBe(202);
});

it.each(['*', '"another", *'])('with If-Match %s any rules are replaced', async (etag) => {
  expect((await propose('ada', etag)).status).toBe(202);
});

it('without If-Match any rules are replaced', async () => {
  expect((await propose('ada')).status).toBe(202);
  expect((await propose('grace')).status).toBe(202);
});

it('a repeat with its key is answered again, though the rules have changed by it', async () => {
  const headers = { 'if-match': await read(), 'idempotency-key': 'propose-once' };
  const call = { body: RULES, headers };
  const first = await send('ada', 'PUT', 'policies', call);
  const again = await send('ada', 'PUT', 'policies', call);
  expect([first.status, again.status, again.body.version]).toEqual([202, 202, first.body.version]);
});

it.each([
  [{ verdict: 'ALLOW', screening: {} }, 'screening'],
  [{ verdict: 'REQUIRE_SCREENING', approvals: 1 }, 'approvals'],
  [{ verdict: 'REQUIRE_SCREENING', approvers: 'PEOPLE' }, 'approvers'],
  [{ verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: 9 } }, 'screening/withinSeconds'],
  [{ verdict: 'REQUIRE_SCREENING', screening: { silence: 'ALLOW' } }, 'screening/silence'],
])('the terms of a screening stand where they mean something: %j', async (rule, field) => {
  const { status, body } = await send('ada', 'PUT', 'policies', { body: { rules: [rule] } });
  expect([
    status,
    Object.keys(body.errors ?? {})
      .join()
      .replaceAll('.', '/'),
  ]).toEqual([400, expect.stringContaining(field)]);
});
