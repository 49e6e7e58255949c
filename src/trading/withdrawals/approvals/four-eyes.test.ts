import { expect, describe, it } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { openWithdrawalService, PEOPLE_IDS } from '../testing/service.ts';

const { send, create, database } = await openWithdrawalService();
for (const [name, owner, id] of [
  ['ada', null, PEOPLE_IDS.ada],
  ['grace', null, PEOPLE_IDS.grace],
  ['ada-bot', 'ada', newId()],
  ['grace-bot', 'grace', newId()],
] as const) {
  const kind = owner === null ? 'person' : 'client';
  await database.sql`
    insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
    values (${id}, ${kind}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;
}

const TRACE: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

const vote = (actor: string, id: string, decision = 'APPROVE') =>
  send(actor, 'POST', `venues/withdrawals/${id}/votes`, { body: { decision } });
/** As a person votes in the console: with a session, and a proof of this very vote. */
async function voteInSession(name: string, id: string) {
  const [actor, path] = [`${name}-in-session`, `venues/withdrawals/${id}/votes`];
  const call = { body: { decision: 'APPROVE' } };
  const asked = await send(actor, 'POST', path, call);
  if (asked.body.proof === undefined) return asked;
  return send(actor, 'POST', path, { ...call, headers: await confirm(asked.body.proof) });
}
const waitsFor = async (actor: string, id: string) => {
  const { body } = await send(actor, 'GET', 'approvals?pageSize=100');
  return body.content.some((withdrawal) => withdrawal.id === id);
};

/** Rules that ada proposes and grace confirms. */
async function decree(rule: object, groups?: object): Promise<void> {
  const rules = [{ verdict: 'REQUIRE_APPROVALS', ...rule }];
  const proposed = await send('ada', 'PUT', 'policies', { body: { rules, ...(groups && { groups }) } });
  expect(proposed.status).toBe(202);
  await send('grace', 'POST', `policies/${proposed.body.version}/confirm`);
}

describe('a person and their programs count as one', () => {
  it('when one requests and the other votes', async () => {
    const { body } = await create({}, { actor: 'ada-bot' });
    expect(await waitsFor('ada', body.id)).toBe(false);
    expect(await vote('ada', body.id)).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
    expect(await waitsFor('grace', body.id)).toBe(true);
    expect((await vote('grace', body.id)).body.status).toBe('PENDING');
  });

  it('when both vote, even at the same instant', async () => {
    await decree({ approvals: 2 });
    for (let round = 0; round < 5; round += 1) {
      const { body } = await create();
      const [own, ofBot] = await Promise.all([vote('ada', body.id), vote('ada-bot', body.id)]);
      expect(own.status).toBe(201);
      expect([403, 409]).toContain(ofBot.status);
      expect((await vote('ada-bot', body.id)).status).toBe(409);
      expect((await vote('grace', body.id)).body.status).toBe('PENDING');
    }
  });

  it('and neither a program of a person nor a token of a sign-in votes without a second factor', async () => {
    await decree({ approvals: 1 });
    const { body } = await create();
    for (const actor of ['ada-bot', 'ada-in-person']) {
      expect(await vote(actor, body.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const votes = [{ id: body.id, decision: 'APPROVE' }];
      expect((await send(actor, 'POST', 'approvals/votes', { body: { votes } })).status).toBe(403);
    }
    expect((await voteInSession('ada', body.id)).body.status).toBe('PENDING');
  });

  it('when one proposes a policy or a destination and the other confirms it', async () => {
    const proposed = await send('ada', 'PUT', 'policies', { body: { rules: [] } });
    const path = `policies/${proposed.body.version}/confirm`;
    expect((await send('ada-bot', 'POST', path)).status).toBe(422);
    expect((await send('grace-bot', 'POST', path)).status).toBe(403);
    expect((await send('grace', 'POST', path)).status).toBe(200);
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const destination = { alias: 'cold', kind: 'blockchain', network: 'BITCOIN', address };
    const saved = await send('ada-bot', 'POST', 'destinations', { body: destination });
    expect((await send('ada', 'POST', `destinations/${saved.body.id}/confirm`)).status).toBe(422);
    expect((await send('grace', 'POST', `destinations/${saved.body.id}/confirm`)).status).toBe(200);
  });
});

describe('a rule for people', () => {
  it('takes approvals of people only, and a rejection of anybody', async () => {
    await decree({ approvals: 1, approvers: 'PEOPLE' });
    const [approved, rejected] = [(await create()).body, (await create()).body];
    expect(await waitsFor('grace', approved.id)).toBe(false);
    expect(await vote('grace', approved.id)).toMatchObject({
      status: 422,
      body: { detail: 'The policy wants people to approve it, not programs.' },
    });
    expect(await waitsFor('grace-in-session', approved.id)).toBe(true);
    expect((await voteInSession('grace', approved.id)).body.status).toBe('PENDING');
    expect((await vote('grace', rejected.id, 'REJECT')).body.status).toBe('CANCELLED');
  });
});

describe('a rule for a group', () => {
  it('takes approvals of its members only', async () => {
    await decree({ approvals: 2, approvers: 'treasury' }, { treasury: ['ada', 'grace', 'mary'] });
    const { body } = await create();
    expect(await waitsFor('desk-in-person', body.id)).toBe(false);
    expect(await vote('viewer-in-person', body.id)).toMatchObject({ status: 403 });
    expect((await voteInSession('ada', body.id)).body.status).toBe('APPROVAL_REQUESTED');
    expect((await voteInSession('grace', body.id)).body.status).toBe('PENDING');
  });

  it('refuses another person, and keeps the members of the time of its creation', async () => {
    await decree({ approvals: 1, approvers: 'treasury' }, { treasury: ['mary'] });
    const { body } = await create();
    await decree({ approvals: 1, approvers: 'treasury' }, { treasury: ['ada'] });
    const path = `venues/withdrawals/${body.id}?expand=approvals`;
    expect((await send('ada-in-person', 'GET', path)).body.cannotVote).toBe('OTHERS');
    expect(await vote('ada-in-person', body.id)).toMatchObject({
      status: 422,
      body: { detail: 'The policy wants these people to approve it: mary.' },
    });
  });

  it.each([
    [{ approvals: 1, approvers: 'treasury' }, 'rules.0.approvers'],
    [{ approvals: 3, approvers: 'board' }, 'rules.0.approvals'],
    [{ verdict: 'ALLOW', approvers: 'PEOPLE' }, 'rules.0.approvers'],
  ])('%j is refused, naming the field', async (rule, field) => {
    const rules = [{ verdict: 'REQUIRE_APPROVALS', ...rule }];
    const { status, body } = await send('ada', 'PUT', 'policies', {
      body: { rules, groups: { board: ['ada', 'grace'] } },
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });
});

describe('votes together', () => {
  it('have each their own result', async () => {
    await decree({ approvals: 1 });
    const [first, second] = [(await create()).body.id, (await create()).body.id];
    await vote('ada', second);
    const { status, body } = await send('grace', 'POST', 'approvals/votes', {
      body: {
        votes: [
          { id: first, decision: 'APPROVE' },
          { id: second, decision: 'APPROVE' },
          { id: newId(), decision: 'REJECT' },
        ],
      },
    });
    expect([status, body]).toMatchObject([
      200,
      {
        results: [
          { id: first, withdrawal: { status: 'PENDING' } },
          { id: second, code: 'invalid_transition', traceId: TRACE },
          { code: 'not_found', traceId: TRACE },
        ],
      },
    ]);
  });
});

/** As if the person had confirmed it with this factor. */
async function confirm(proof = '') {
  await database.sql`update proof set evidence = '{"factor":"app"}' where id = ${proof}`;
  return { 'x-quaestor-proof': proof };
}

const voteTogether = (votes: object[], headers = {}) =>
  send('ada-in-session', 'POST', 'approvals/votes', { body: { votes }, headers });

describe('a person with a session', () => {
  it('confirms the amount, asset and destination of each vote, which the audit log keeps', async () => {
    await decree({ approvals: 1 });
    const { body: withdrawal } = await create({ amount: '0.7' });
    const path = `venues/withdrawals/${withdrawal.id}/votes`;
    const call = { body: { decision: 'APPROVE' } };
    const asked = await send('ada-in-session', 'POST', path, call);
    expect(asked).toMatchObject({
      status: 403,
      body: {
        code: 'step_up_required',
        approves: {
          command: 'withdrawal.vote',
          id: withdrawal.id,
          decision: 'APPROVE',
          asset: 'BTC',
          amount: '0.7',
          destination: { kind: 'blockchain', network: 'BITCOIN' },
        },
      },
    });
    const headers = await confirm(asked.body.proof);
    const other = { body: { decision: 'REJECT' }, headers };
    expect((await send('ada-in-session', 'POST', path, other)).status).toBe(403);
    expect((await send('ada-in-session', 'POST', path, { ...call, headers })).body.status).toBe('PENDING');
    const [entry] = await database.sql`
      select details from audit_log where action = 'withdrawal.vote' and subject_id = ${withdrawal.id}`;
    expect(entry).toMatchObject({ details: { decision: 'APPROVE', confirmedBy: { factor: 'app' } } });
  });

  it('confirms several votes at once; the proof of a list is none of a longer one', async () => {
    const ids = [(await create()).body.id, (await create()).body.id, (await create()).body.id];
    const votes = ids.map((id) => ({ id, decision: 'APPROVE' }));
    const asked = await voteTogether(votes.slice(0, 2));
    expect(asked.body.approves).toMatchObject({ votes: [{ id: ids[0] }, { id: ids[1] }] });
    const headers = await confirm(asked.body.proof);
    expect((await voteTogether(votes, headers)).status).toBe(403);
    expect((await voteTogether(votes.slice(0, 2), headers)).body).toMatchObject({
      results: [{ withdrawal: { status: 'PENDING' } }, { withdrawal: { status: 'PENDING' } }],
    });
    expect((await voteTogether(votes.slice(2), headers)).status).toBe(403);
  });

  it('confirms the rules of a policy', async () => {
    const { body } = await send('grace', 'PUT', 'policies', { body: { rules: [] } });
    const asked = await send('ada-in-session', 'POST', `policies/${body.version}/confirm`);
    expect(asked.body.approves).toEqual({
      command: 'policy.confirm',
      version: body.version,
      rules: [],
      groups: {},
    });
    const headers = await confirm(asked.body.proof);
    expect(
      (await send('ada-in-session', 'POST', `policies/${body.version}/confirm`, { headers })).status,
    ).toBe(200);
  });
});
