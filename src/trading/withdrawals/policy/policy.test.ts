import { describe, expect, it } from 'vitest';
import { openWithdrawalService } from '../testing/service.ts';

const { create, send, decree, database } = await openWithdrawalService();
const LIMIT = { asset: 'BTC', sum: { window: '24h', over: '10' }, verdict: 'REFUSE' };
const rulesOf = async () =>
  (await send('viewer', 'GET', 'policies')).body as unknown as Record<
    'active' | 'proposed',
    { version: number; rules: object[] } | null
  >;

describe('a policy', () => {
  it('takes effect when a second person confirms it, and not before', async () => {
    expect(await rulesOf()).toMatchObject({ active: null, proposed: null });
    const { status, body } = await send('ada', 'PUT', 'policies', {
      body: { rules: [{ verdict: 'REFUSE' }] },
    });
    expect([status, body.status]).toEqual([202, 'PROPOSED']);
    expect((await create()).body.status).toBe('APPROVAL_REQUESTED');
    const confirm = (actor: string) => send(actor, 'POST', `policies/${body.version}/confirm`);
    expect((await confirm('ada')).body.code).toBe('unprocessable');
    expect((await confirm('desk')).status).toBe(403);
    expect((await confirm('stranger')).status).toBe(404);
    expect((await confirm('grace')).body.status).toBe('ACTIVE');
    expect((await confirm('grace')).body.code).toBe('invalid_transition');
    const refused = await create();
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'The policy refuses it: rule 1: always → refused.',
    ]);
  });

  it('gives up an earlier proposal, and leaves the active one in force', async () => {
    await decree([{ verdict: 'ALLOW' }]);
    const first = await send('ada', 'PUT', 'policies', { body: { rules: [] } });
    const second = await send('ada', 'PUT', 'policies', { body: { rules: [{ verdict: 'REFUSE' }] } });
    expect((await send('grace', 'POST', `policies/${first.body.version}/confirm`)).body.code).toBe(
      'invalid_transition',
    );
    expect(await rulesOf()).toMatchObject({
      active: { rules: [{ verdict: 'ALLOW' }] },
      proposed: { version: second.body.version },
    });
  });

  it('is of its tenant alone', async () => {
    await decree([{ verdict: 'REFUSE' }]);
    expect((await create({}, { actor: 'stranger' })).status).toBe(201);
  });

  it.each([
    [{}, 'rules.0.verdict'],
    [{ verdict: 'MAYBE' }, 'rules.0.verdict'],
    [{ verdict: 'ALLOW', approvals: 1 }, 'rules.0.approvals'],
    [{ verdict: 'REQUIRE_APPROVALS' }, 'rules.0.approvals'],
    [{ verdict: 'REQUIRE_APPROVALS', approvals: 0 }, 'rules.0.approvals'],
    [{ verdict: 'ALLOW', amountFrom: '5' }, 'rules.0.asset'],
    [{ verdict: 'ALLOW', currency: 'EUR' }, 'rules.0.currency'],
    [{ verdict: 'ALLOW', currency: 'EUR', asset: 'BTC', amountTo: '5' }, 'rules.0.currency'],
    [{ verdict: 'ALLOW', asset: 'BTC', amountFrom: '5', amountTo: '4' }, 'rules.0.amountTo'],
    [{ verdict: 'ALLOW', asset: 'BTC', sum: { window: '7d', over: '1' } }, 'rules.0.sum.window'],
    [{ verdict: 'ALLOW', amount: '5' }, 'rules.0.amount'],
  ])('with the rule %j is refused', async (rule, field) => {
    const { status, body } = await send('ada', 'PUT', 'policies', { body: { rules: [rule] } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('is proposed by many at once and becomes one version after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('ada', 'PUT', 'policies', { body: { rules: [] } })),
    );
    const versions = answers.filter(({ status }) => status === 202).map(({ body }) => body.version);
    expect(new Set(versions).size).toBe(versions.length);
    const [{ proposed } = { proposed: 0 }] = await database.sql<{ proposed: number }[]>`
      select count(*)::int as proposed from policy where tenant = 'acme' and status = 'PROPOSED'`;
    expect(proposed).toBe(1);
  });
});

describe('a rolling limit', () => {
  it('lets no two at once slip under it', async () => {
    await database.sql`update withdrawal set created_at = created_at - interval '25 hours'`;
    await decree([LIMIT, { verdict: 'REQUIRE_APPROVALS', approvals: 1 }]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => create({ amount: '1' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(30);
  });

  it('counts neither what has failed, was cancelled or simulated, nor other assets, nor what is older', async () => {
    await database.sql`update withdrawal set created_at = created_at - interval '25 hours'`;
    const { body } = await create({ amount: '9' });
    expect((await create({ amount: '2' })).status).toBe(422);
    expect((await create({ amount: '1' }, { headers: { 'x-dry-run': 'true' } })).status).toBe(201);
    await send('desk', 'POST', `venues/withdrawals/${body.id}/cancel`);
    expect((await create({ amount: '10' })).status).toBe(201);
    expect((await create({ amount: '0.001' })).status).toBe(422);
    await database.sql`update withdrawal set created_at = created_at - interval '25 hours'`;
    expect((await create({ amount: '10' })).status).toBe(201);
  });

  it('of one venue is not reached by another’s', async () => {
    await decree([{ ...LIMIT, venue: 'elsewhere' }]);
    expect((await create({ amount: '100' })).status).toBe(201);
  });
});

const save = (body: object, actor = 'ada') => send(actor, 'POST', 'destinations', { body });
const listed = async (actor: string, query = '') =>
  ((await send(actor, 'GET', `destinations${query}`)).body as unknown as { alias: string }[]).map(
    ({ alias }) => alias,
  );

describe('a saved destination', () => {
  const wallet = {
    alias: 'cold',
    kind: 'blockchain',
    network: 'BITCOIN',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  };

  it('makes its address known once a second person confirms it, until it is deleted', async () => {
    await decree([{ destination: 'KNOWN', verdict: 'ALLOW' }]);
    const destination = { blockchainDestination: { address: wallet.address, network: 'BITCOIN' } };
    expect((await create(destination)).body.status).toBe('APPROVAL_REQUESTED');
    const { status, body } = await save(wallet);
    expect([status, body]).toMatchObject([
      201,
      { status: 'UNCONFIRMED', confirmedBy: null, confirmedAt: null },
    ]);
    const confirm = (actor: string) => send(actor, 'POST', `destinations/${body.id}/confirm`);
    // The administrator who saved it is not enough, neither by address nor by alias.
    for (const given of [destination, { blockchainDestination: { alias: 'cold' } }]) {
      expect((await create(given)).body.status).toBe('APPROVAL_REQUESTED');
    }
    expect((await confirm('ada')).body).toMatchObject({
      code: 'unprocessable',
      detail: 'Another person must confirm it: it counts as saved or changed by you.',
    });
    expect((await confirm('desk')).status).toBe(403);
    expect((await confirm('stranger')).status).toBe(404);
    expect((await create(destination)).body.status).toBe('APPROVAL_REQUESTED');
    expect((await confirm('grace')).body).toMatchObject({ status: 'CONFIRMED', confirmedBy: 'grace' });
    expect((await confirm('grace')).body.code).toBe('invalid_transition');
    expect((await create(destination)).body.status).toBe('PENDING');
    expect((await create({ blockchainDestination: { alias: 'cold' } })).body.status).toBe('PENDING');
    expect((await send('stranger', 'DELETE', `destinations/${body.id}`)).status).toBe(404);
    expect((await send('ada', 'DELETE', `destinations/${body.id}`)).status).toBe(204);
    expect((await send('ada', 'DELETE', `destinations/${body.id}`)).status).toBe(404);
    expect((await create(destination)).body.status).toBe('APPROVAL_REQUESTED');
    const actions =
      await database.sql`select action from audit_log where subject_id = ${body.id} order by id`;
    expect(actions.map(({ action }) => String(action))).toEqual([
      'destination.save',
      'destination.confirm',
      'destination.remove',
    ]);
  });

  it('is listed to its tenant', async () => {
    await save({ alias: 'b-bank', kind: 'bank' });
    await save({ ...wallet, alias: 'a-wallet' });
    expect(await listed('viewer')).toEqual(['a-wallet', 'b-bank']);
    expect(await listed('viewer', '?afterAlias=a-wallet')).toEqual(['b-bank']);
    expect(await listed('stranger')).toEqual([]);
  });

  it.each<[object, number, string[]]>([
    [{ ...wallet, alias: 'a-wallet' }, 409, []],
    [{ ...wallet, alias: '' }, 400, ['alias']],
    [{ alias: 'x', kind: 'blockchain' }, 400, ['network', 'address']],
    [{ alias: 'x', kind: 'bank', address: 'x' }, 400, ['address']],
    [{ ...wallet, alias: 'x', account: 'x' }, 400, ['account']],
    [{ ...wallet, alias: 'x', network: 'NOWHERE' }, 422, ['network']],
    [{ ...wallet, alias: 'x', address: 'x' }, 422, ['address']],
    [{ ...wallet, alias: 'x', tag: '1' }, 422, ['tag']],
  ])('such as %j is refused', async (body, status, fields) => {
    const answer = await save(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, fields]);
  });

  it('is saved by administrators only', async () => {
    expect((await save({ alias: 'mine', kind: 'bank' }, 'desk')).status).toBe(403);
  });
});
