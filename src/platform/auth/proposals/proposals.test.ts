import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { contextOf, createClock, openProcess, plantCredential } from '../testing/fixture.ts';

const database = await createTestDatabase();
const clock = createClock();
const { auth } = await openProcess(database, clock, {}, afterAll);
const { endpoints } = auth.forService('trading', 'http://127.0.0.1:1');

/** Another admin each time: a program, which is not asked for a second factor. */
async function newAdmin() {
  const { name } = await plantCredential(database, { scopes: ['trading:admin'] });
  const actor: Actor = { kind: 'client', id: name, tenant: 'acme', scopes: new Set(['admin']) };
  return async (operation: string, params: object, body?: object, ifMatch?: string) => {
    const endpoint = endpoints.find((each) => each.operation === operation);
    const request = { params, body, query: {}, headers: { 'if-match': ifMatch }, ip: '127.0.0.1' };
    const answer = await endpoint?.handle(contextOf(database, clock, actor), request);
    return { ...answer, body: answer?.body };
  };
}

interface Account {
  readonly etag: string;
  readonly login?: string;
  readonly name?: string;
}

interface Waiting {
  readonly proposal: { readonly id: string };
}

const ACCOUNTS = [
  {
    kind: 'person',
    list: 'listPeople',
    change: 'changeRoles',
    grants: 'roles',
    id: 'login',
    before: ['trading:viewer', 'trading:approver'],
    less: ['trading:viewer'],
    more: ['trading:viewer', 'trading:approver', 'trading:operator'],
  },
  {
    kind: 'client',
    list: 'listClients',
    change: 'changeClient',
    grants: 'scopes',
    id: 'name',
    before: ['venues:view', 'approvals:edit'],
    less: ['venues:view'],
    more: ['venues:view', 'approvals:edit', 'venue-transfer:edit'],
  },
] as const;

async function setUp({ kind, list, change, grants, id, before }: (typeof ACCOUNTS)[number], tenant = 'acme') {
  const { name } = await plantCredential(database, { kind, scopes: [], tenant, [grants]: [...before] });
  const [first, second] = [await newAdmin(), await newAdmin()];
  const changeTo = (admin: typeof first) => async (after: readonly string[], ifMatch?: string) => {
    const answer = await admin(change, { [id]: name }, { [grants]: after }, ifMatch);
    return { ...answer, body: answer.body as Account & Waiting };
  };
  return {
    show: async () => ((await first(list, {})).body as Account[]).find((each) => each[id] === name),
    first: changeTo(first),
    second: changeTo(second),
    decide: (verb: 'confirm' | 'refuse', proposal: string) => second(`${verb}Access`, { id: proposal }),
  };
}

it.each(ACCOUNTS)(
  'the $grants of a $kind that an admin has read are not overwritten by another who read them before',
  async (account) => {
    const { show, first, second } = await setUp(account);
    const etag = (await show())?.etag;
    const changed = await first(account.less, etag);
    expect(changed).toMatchObject({ status: 200, headers: { etag: changed.body.etag } });
    expect(await show()).toMatchObject({ [account.grants]: account.less, etag: changed.body.etag });
    for (const after of [account.before, account.more]) {
      await expect(second(after, etag)).rejects.toMatchObject({ code: 'precondition_failed' });
    }
    expect(await show()).toMatchObject({ [account.grants]: account.less });
    expect((await second(account.more, changed.body.etag)).status).toBe(202);
    expect((await first([])).status).toBe(200);
  },
);

it.each(ACCOUNTS)('a tag does not tell whether another tenant has a $kind', async (account) => {
  const { first } = await setUp(account, 'rival');
  await expect(first(account.less, '"other"')).rejects.toMatchObject({ code: 'not_found' });
});

it.each(ACCOUNTS)(
  'a proposal gives no $grants back that were taken from a $kind since it was made',
  async (account) => {
    const { show, first, second, decide } = await setUp(account);
    const { id } = (await first(account.more)).body.proposal;
    expect((await second(account.less)).status).toBe(200);
    await expect(decide('confirm', id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await show()).toMatchObject({ [account.grants]: account.less });
    await decide('refuse', id);
    const again = (await first(account.more)).body.proposal.id;
    expect((await decide('confirm', again)).status).toBe(200);
    expect(await show()).toMatchObject({ [account.grants]: account.more });
  },
);
