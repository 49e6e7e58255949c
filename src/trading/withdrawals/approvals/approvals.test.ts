import { describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { openWithdrawalService, type Body } from '../testing/service.ts';

const HOUR_MS = 3_600_000;
let now = Date.parse('2026-03-01T12:00:00.000Z');
const { send, create, decree, database } = await openWithdrawalService({
  clock: { now: () => new Date((now += 1)) },
});
await decree([
  { asset: 'USDT', verdict: 'ALLOW' },
  { asset: 'BTC', amountFrom: '10', verdict: 'REQUIRE_APPROVALS', approvals: 2 },
]);

for (const [kind, name, owner] of [
  ['person', 'grace', null],
  ['client', 'grace-bot', 'grace'],
] as const)
  await database.sql`
    insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
    values (${newId()}, ${kind}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;

const MEMBERS = [
  ['id', 'asset', 'venue', 'status', 'amount', 'blockchainDestination', 'fiatDestination', 'reference'],
  ['venueTransferId', 'createdAt', 'updatedAt', 'blockchainMetadata', 'fiatMetadata', 'failureMessage'],
  ['fee', 'chargedFee', 'receivedAmount', 'internalTransferId', 'recipient'],
].flat();
const EXPANSION = [
  ['requestedBy', 'approvals', 'decision', 'screening', 'waitingReason', 'needsPerson', 'cannotVote'],
].flat();

const read = async (path: string, actor = 'viewer') => (await send(actor, 'GET', path)).body;
const vote = (actor: string, id: string, decision = 'APPROVE', comment?: string) =>
  send(actor, 'POST', `venues/withdrawals/${id}/votes`, { body: { decision, comment } });

async function waitingFor(actor: string): Promise<string[]> {
  const { content } = await read('approvals?pageSize=100', actor);
  return content.map(({ id }) => id);
}

const at = (value: unknown): number => Date.parse(String(value));

describe('a withdrawal that is read with expand=approvals', () => {
  it('has the requester, the votes, the expiry and the rule that decided', async () => {
    const { body: created } = await create({ amount: '12.5' });
    await vote('ada', created.id, 'APPROVE', 'Checked against the invoice.');
    const path = `venues/withdrawals/${created.id}?expand=approvals`;
    const expanded = await read(path);
    expect(expanded).toMatchObject({
      ...created,
      requestedBy: 'desk',
      approvals: {
        required: 2,
        votes: [{ voter: 'ada', decision: 'APPROVE', comment: 'Checked against the invoice.' }],
      },
      decision: {
        policyVersion: 1,
        rule: 2,
        sentence: 'rule 2: at least 10 BTC → 2 approvals',
        destination: 'NEW',
      },
      waitingReason: null,
    });
    const { expiresAt, votes } = expanded.approvals ?? {};
    expect(at(expiresAt) - at(created.createdAt)).toBe(72 * HOUR_MS);
    expect(at(votes?.[0]?.at)).toBeGreaterThan(at(created.createdAt));
    await vote('grace', created.id);
    const voters = (await read(path)).approvals?.votes.map(({ voter }) => voter);
    expect([voters, (await read(path)).approvals?.expiresAt]).toEqual([['ada', 'grace'], null]);
    const { content } = await read(`venues/withdrawals?q=id:${created.id}&expand=approvals`);
    expect(content).toEqual([await read(path)]);
  });

  it('says when no rule matched', async () => {
    const { body } = await create();
    expect((await read(`venues/withdrawals/${body.id}?expand=approvals`)).decision).toEqual({
      policyVersion: 1,
      rule: null,
      sentence: 'no rule matches → 1 approval',
      destination: 'NEW',
    });
  });

  it('has no member of the expansion when it is read without', async () => {
    const { body } = await create();
    const [plain] = (await read(`venues/withdrawals?q=id:${body.id}`)).content;
    for (const shown of [body, plain, await read(`venues/withdrawals/${body.id}`)]) {
      expect(Object.keys(shown ?? {})).toEqual(MEMBERS);
    }
    const [full] = (await read(`venues/withdrawals?q=id:${body.id}&expand=approvals`)).content;
    expect(Object.keys(full ?? {})).toEqual([...MEMBERS, ...EXPANSION]);
  });

  it.each([`venues/withdrawals?expand=votes`, `venues/withdrawals/${crypto.randomUUID()}?expand=`])(
    'refuses %s',
    async (path) => {
      const { status, body } = await send('viewer', 'GET', path);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['expand']]);
    },
  );
});

describe('the list of approvals', () => {
  it('has for each caller exactly what that caller can vote on', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) {
      const actor = index % 3 === 0 ? 'stranger' : 'desk';
      ids.push((await create({ amount: index % 2 === 0 ? '0.1' : '20' }, { actor })).body.id);
    }
    ids.push((await create({ asset: { code: 'USDT' }, amount: '1', blockchainDestination: TRON })).body.id);
    ids.push((await create({}, { headers: { 'x-dry-run': 'true' } })).body.id);
    await vote('grace', ids[1] ?? '');
    for (const actor of ['grace', 'desk', 'ada', 'stranger']) {
      const waiting = await waitingFor(actor);
      for (const id of ids) {
        const { status } = await vote(actor, id);
        expect([actor, id, waiting.includes(id)]).toEqual([actor, id, status === 201]);
      }
    }
  });

  it('shows what is needed to decide, the soonest expiry first, over pages and cursors alike', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await create()).body.id);
    const all = await waitingFor('ada');
    expect(all.slice(-5)).toEqual(made);
    const seen: Body[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const page = await read(`approvals?cursor=${cursor}&pageSize=2`, 'ada');
      seen.push(...page.content);
      cursor = page.nextCursor ?? null;
      // What has been voted on leaves the list and moves no other row.
      for (const { id } of page.content) await vote('ada', id);
    }
    expect(seen.map(({ id }) => id)).toEqual(all);
    expect(Object.keys(seen[0] ?? {})).toEqual([...MEMBERS, ...EXPANSION]);
    expect(await waitingFor('ada')).toEqual([]);
  });

  it('drops what has expired, even before it is cancelled', async () => {
    const { body } = await create();
    expect(await waitingFor('grace')).toContain(body.id);
    now += 72 * HOUR_MS;
    expect(await waitingFor('grace')).toEqual([]);
  });

  it('is refused without the scope to vote', async () => {
    expect((await send('viewer', 'GET', 'approvals')).status).toBe(403);
  });
});

const othersOf = async (actor: string) => (await read('approvals/others?pageSize=100', actor)).content;

describe('the list of approvals of others', () => {
  it('has for each caller exactly what waits and that caller cannot vote on, with the reason', async () => {
    const [voted, open] = [
      (await create({ amount: '20' })).body.id,
      (await create({ amount: '20' })).body.id,
    ];
    await vote('grace', voted);
    const own = (await create({}, { actor: 'grace-bot' })).body.id;
    const reasons = async (actor: string) => {
      const found = new Map((await othersOf(actor)).map(({ id, cannotVote }) => [id, cannotVote]));
      return [voted, open, own].map((id) => found.get(id));
    };
    expect(await reasons('grace')).toEqual(['VOTED', undefined, 'OWN']);
    expect(await reasons('ada')).toEqual([undefined, undefined, undefined]);
    expect(await reasons('desk')).toEqual(['OWN', 'OWN', undefined]);
    expect(await reasons('viewer')).toEqual(['NOT_APPROVER', 'NOT_APPROVER', 'NOT_APPROVER']);
    expect(await reasons('stranger')).toEqual([undefined, undefined, undefined]);
    for (const actor of ['grace', 'ada', 'desk']) {
      const mine = await waitingFor(actor);
      const others = (await othersOf(actor)).map(({ id }) => id);
      expect(mine.filter((id) => others.includes(id))).toEqual([]);
      expect(new Set([...mine, ...others])).toEqual(new Set((await othersOf('viewer')).map(({ id }) => id)));
    }
  });

  it('shows the soonest expiry first, over cursors too, and what is late until it is cancelled', async () => {
    const made = [(await create()).body.id, (await create()).body.id, (await create()).body.id];
    const seen: string[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const page = await read(`approvals/others?cursor=${cursor}&pageSize=2`);
      seen.push(...page.content.map(({ id }) => id));
      cursor = page.nextCursor ?? null;
    }
    expect(seen.slice(-3)).toEqual(made);
    now += 72 * HOUR_MS;
    const late = (await othersOf('ada')).filter(({ id }) => made.includes(id));
    expect(late.map(({ cannotVote }) => cannotVote)).toEqual(['LATE', 'LATE', 'LATE']);
  });

  it('says of one withdrawal why the caller cannot vote on it', async () => {
    const { id } = (await create()).body;
    const path = `venues/withdrawals/${id}?expand=approvals`;
    expect((await read(path, 'ada')).cannotVote).toBeNull();
    await vote('ada', id);
    expect((await read(path, 'grace')).cannotVote).toBe('CLOSED');
  });
});

const TRON = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', network: 'TRON' };
