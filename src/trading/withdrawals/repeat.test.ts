import { describe, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { inject } from '../../testing/inject.ts';
import { openWithdrawalService, PEOPLE_IDS, type Answer } from './testing/service.ts';

const { app, send, create, decree, database } = await openWithdrawalService();
await database.sql`
  insert into credential (id, kind, name, tenant, scopes, secret_id, created_at)
  values (${PEOPLE_IDS.ada}, 'person', 'ada', 'acme', '{}', ${newId()}, now())`;
await decree([{ verdict: 'REQUIRE_APPROVALS', approvals: 2 }]);

const APPROVE = { decision: 'APPROVE' };
const keyed = (key: string, headers = {}) => ({ headers: { 'idempotency-key': key, ...headers } });
const vote = (actor: string, id: string, key: string, body: object = APPROVE) =>
  send(actor, 'POST', `venues/withdrawals/${id}/votes`, { body, ...keyed(key) });
const voteTogether = (actor: string, ids: readonly string[], key: string, headers = {}) => {
  const votes = ids.map((id) => ({ id, ...APPROVE }));
  return send(actor, 'POST', 'approvals/votes', { body: { votes }, ...keyed(key, headers) });
};
const votersOf = async (id: string) =>
  (await database.sql`select voter from withdrawal_vote where withdrawal_id = ${id} order by voter`).map(
    ({ voter }) => voter as string,
  );

async function createThree(): Promise<string[]> {
  const ids = [];
  for (let each = 0; each < 3; each += 1) ids.push((await create()).body.id);
  return ids;
}

describe('a vote that is repeated with its Idempotency-Key', () => {
  it('gets the first answer, also after others have voted', async () => {
    const { id } = (await create()).body;
    const first = await vote('ada', id, 'v1');
    expect(first).toMatchObject({ status: 201, body: { status: 'APPROVAL_REQUESTED' } });
    expect((await vote('grace', id, 'v1')).body.status).toBe('PENDING');
    expect(await vote('ada', id, 'v1')).toEqual(first);
    expect(await votersOf(id)).toEqual(['ada', 'grace']);
  });

  it('is marked as a replay', async () => {
    const { id } = (await create()).body;
    const call = {
      method: 'POST',
      url: `/trade/v1/venues/withdrawals/${id}/votes`,
      headers: { authorization: 'Bearer ada', 'idempotency-key': 'marked' },
      payload: APPROVE,
    };
    expect((await inject(app, call)).headers).not.toHaveProperty('idempotency-replayed');
    expect((await inject(app, call)).headers).toMatchObject({ 'idempotency-replayed': 'true' });
  });

  it('counts once when all repeats arrive together', async () => {
    const { id } = (await create()).body;
    const answers = await Promise.all(Array.from({ length: 8 }, () => vote('ada', id, 'v2')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await votersOf(id)).toEqual(['ada']);
  });

  it.each<[string, (id: string, other: string) => Promise<Answer>]>([
    ['another decision', (id) => vote('ada', id, 'v3', { decision: 'REJECT' })],
    ['another withdrawal', (_id, other) => vote('ada', other, 'v3')],
    ['another operation', () => send('ada', 'PUT', 'policies', { body: { rules: [] }, ...keyed('v3') })],
  ])('is refused for %s', async (_content, repeat) => {
    const [id = '', other = ''] = await createThree();
    await database.sql`delete from idempotency_claim`;
    await vote('ada', id, 'v3');
    expect(await repeat(id, other)).toMatchObject({ status: 409, body: { code: 'reference_reused' } });
    expect(await votersOf(id)).toEqual(['ada']);
    expect(await votersOf(other)).toEqual([]);
  });

  it.each([
    ['is empty', ''],
    ['has a space', 'a b'],
    ['is too long', 'x'.repeat(256)],
  ])('is refused if the key %s', async (_fault, key) => {
    const { id } = (await create()).body;
    expect(await vote('ada', id, key)).toMatchObject({
      status: 400,
      body: { errors: { 'idempotency-key': [expect.stringContaining('1 to 255 printable')] } },
    });
    expect((await vote('ada', id, 'x'.repeat(255))).status).toBe(201);
    await database.sql`delete from idempotency_claim`;
  });
});

describe('votes together that are repeated with their Idempotency-Key', () => {
  it('have the first results, and none is confirmed or counted twice', async () => {
    const ids = await createThree();
    const { body: asked } = await voteTogether('ada-in-session', ids, 't1');
    await database.sql`update proof set evidence = '{"factor":"app"}' where id = ${asked.proof ?? ''}`;
    const proof = { 'x-quaestor-proof': asked.proof };
    const first = await voteTogether('ada-in-session', ids, 't1', proof);
    expect(first.body).toMatchObject({
      results: ids.map((id) => ({ id, withdrawal: { status: 'APPROVAL_REQUESTED' } })),
    });
    expect(await voteTogether('ada-in-session', ids, 't1', proof)).toEqual(first);
    expect(await voteTogether('ada-in-session', ids, 't1')).toEqual(first);
    for (const id of ids) expect(await votersOf(id)).toEqual(['ada']);
  });

  it('continue after a crash between two of them', async () => {
    const ids = await createThree();
    const first = await voteTogether('grace', ids, 't2');
    // As if the process had been killed before the last one.
    await database.sql`delete from idempotency_claim where key = 't2' and step = 2`;
    await database.sql`delete from withdrawal_vote where withdrawal_id = ${ids[2] ?? ''}`;
    expect(await voteTogether('grace', ids, 't2')).toEqual(first);
    for (const id of ids) expect(await votersOf(id)).toEqual(['grace']);
  });

  it('are all refused for another list', async () => {
    const ids = await createThree();
    await voteTogether('grace', ids.slice(0, 2), 't3');
    expect(await voteTogether('grace', ids, 't3')).toMatchObject({
      status: 409,
      body: { code: 'reference_reused' },
    });
    expect(await votersOf(ids[2] ?? '')).toEqual([]);
  });
});

it('a proposal of a policy that is repeated with its Idempotency-Key makes one version', async () => {
  const body = { rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 1 }] };
  const propose = () => send('ada', 'PUT', 'policies', { body, ...keyed('p1') });
  const first = await propose();
  expect(await propose()).toEqual(first);
  expect((await send('ada', 'PUT', 'policies', { body })).body.version).toBe(first.body.version + 1);
});
