import { afterAll, describe, expect, it, vi } from 'vitest';
import { createCredential, invitePerson } from '../platform/auth/index.ts';
import {
  addApp,
  PASSWORD,
  signUp,
  TestBrowser,
  withSecondAdmin,
  type Answer,
} from '../platform/auth/testing/browser.ts';
import { asking, contextOf, createClock, openProcess, serve } from '../platform/auth/testing/fixture.ts';
import { createTestDatabase } from '../testing/database.ts';
import { destinationEndpoints } from '../trading/destinations/index.ts';
import { policyEndpoints } from '../trading/policies/index.ts';
import { withdrawalEndpoints } from '../trading/withdrawals/index.ts';
import { aWithdrawal, BITCOIN, directoryOf } from '../trading/withdrawals/testing/service.ts';

vi.mock('../platform/auth/credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../platform/auth/testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const DAY_MS = 24 * 3_600_000;
const database = await createTestDatabase();
const ask = asking(database);
const clock = createClock();
const context = contextOf(database, clock);
const directory = directoryOf();
const endpoints = [
  ...withdrawalEndpoints(directory),
  ...destinationEndpoints(directory),
  ...policyEndpoints(),
];
const process = await openProcess(database, clock, {}, afterAll);
const { url } = await serve(process, clock, 'trading', afterAll, endpoints);

/** A person who signs in again when the session has ended, and confirms steps with an app. */
class Person {
  readonly browser: TestBrowser;
  readonly #code: () => string;
  readonly login: string;

  private constructor(login: string, browser: TestBrowser, code: () => string) {
    this.login = login;
    this.browser = browser;
    this.#code = code;
  }

  static async of(login: string, browser: TestBrowser): Promise<Person> {
    return new Person(login, browser, (await addApp(browser, clock)).code);
  }

  /** Somebody whom the server's operator has invited. */
  static async join(name: string, ...roles: string[]): Promise<Person> {
    const login = `${name}-${(people += 1)}`;
    return Person.of(
      login,
      await signUp(context, url, { login, roles: roles.map((role) => `trading:${role}`) }),
    );
  }

  /** Anybody who has the link. */
  static async accept(login: string, answer: Answer): Promise<Person> {
    const browser = new TestBrowser(url);
    const { status } = await browser.call('POST', '/auth/invitations/accept', {
      token: tokenOf(answer),
      password: PASSWORD,
    });
    must(status === 204, 'the invitation to work');
    return Person.of(login, browser);
  }

  async signIn(): Promise<void> {
    const credentials = { login: this.login, password: PASSWORD, code: this.#code() };
    const { status } = await this.browser.call('POST', '/auth/sign-in', credentials);
    must(status === 204, 'the sign-in to work');
  }

  /** Sends it, and confirms it if that is asked for. */
  async do(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.browser.call(method, path, body);
    return answer.body['code'] === 'step_up_required'
      ? this.browser.confirm(method, path, body, this.#code())
      : answer;
  }

  withdraw = async (): Promise<string> => {
    const { status, body } = await this.do('POST', '/trade/v1/venues/withdrawals', aWithdrawal());
    must(status === 201 && body['status'] === 'APPROVAL_REQUESTED', 'the withdrawal to wait');
    return String(body['id']);
  };

  vote = (id: string): Promise<Answer> =>
    this.do('POST', `/trade/v1/venues/withdrawals/${id}/votes`, { decision: 'APPROVE' });
}

let people = 0;

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The test needs ${what}.`);
}

const invite = (login: string, role: string) =>
  ['POST', '/auth/people', { login, roles: [`trading:${role}`] }] as const;
const confirmation = ({ body }: Answer) => `/trade/v1/policies/${String(body['version'])}/confirm`;
const tokenOf = ({ body }: Answer): string => String(body['link']).split('#')[1] ?? '';
const proposalOf = ({ body }: Answer): string => (body['proposal'] as { id: string }).id;

/** The first asks, the second confirms. */
const together = (first: Person, second: Person, method: string, path: string, body?: object) =>
  withSecondAdmin(
    () => first.do(method, path, body),
    (path) => second.do('POST', path),
  );

async function bearerOf(name: string, secret: string) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: name, client_secret: secret }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  return {
    status: response.status,
    async post(path: string, body: object = {}) {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

const isUsable = async (answer: Answer) =>
  (await new TestBrowser(url).call('POST', '/auth/invitations/show', { token: tokenOf(answer) })).status ===
  200;

describe('an admin alone moves no money', () => {
  it('by inviting an operator and an approver and using both links', async () => {
    const [mallory, grace] = [await Person.join('mallory', 'admin'), await Person.join('grace', 'admin')];
    const alone = await mallory.do(...invite('puppet-0', 'operator'));
    expect([alone.status, await isUsable(alone)]).toEqual([202, false]);
    const own = await mallory.do('POST', `/auth/proposals/${proposalOf(alone)}/confirm`);
    expect([own.status, own.body['code']]).toEqual([422, 'unprocessable']);
    expect(await ask`select 1 from credential where name = 'puppet-0'`).toEqual([]);

    const [operator, approver] = [
      await Person.accept('puppet-1', await together(mallory, grace, ...invite('puppet-1', 'operator'))),
      await Person.accept('puppet-2', await together(mallory, grace, ...invite('puppet-2', 'approver'))),
    ];
    const id = await operator.withdraw();
    expect((await approver.vote(id)).status).toBe(422);
    expect(
      (await approver.do('GET', `/trade/v1/venues/withdrawals/${id}?expand=approvals`)).body,
    ).toMatchObject({
      cannotVote: 'OWN',
    });
    expect((await approver.do('GET', '/trade/v1/approvals')).body).toMatchObject({ content: [] });
  });

  it('by resetting an approver and voting as them', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const [grace, victim] = [await Person.join('grace', 'admin'), await Person.join('victim', 'approver')];
    const id = await mallory.withdraw();
    const reset = ['POST', `/auth/people/${victim.login}/reset`] as const;
    const alone = await mallory.do(...reset);
    expect([alone.status, await isUsable(alone)]).toEqual([202, false]);
    expect((await victim.do('GET', '/auth/session')).status).toBe(200);
    expect((await mallory.do(...reset)).body).toMatchObject({ code: 'conflict' });
    expect((await mallory.do('POST', `/auth/proposals/${proposalOf(alone)}/withdraw`)).status).toBe(200);

    const stolen = await Person.accept(victim.login, await together(mallory, grace, ...reset));
    expect((await stolen.vote(id)).status).toBe(422);
  });

  it('by rotating a client that nobody owns and voting with it', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const [grace, desk] = [await Person.join('grace', 'admin'), await Person.join('desk', 'operator')];
    const name = `approver-${(people += 1)}`;
    const { secret } = await createCredential(context, {
      kind: 'client',
      name,
      tenant: 'acme',
      scopes: ['approvals:edit'],
    });
    const rotate = ['POST', `/auth/clients/${name}/rotate`] as const;
    const alone = await mallory.do(...rotate);
    expect(alone.status).toBe(202);
    expect((await bearerOf(name, String(alone.body['secret']))).status).toBe(401);
    expect((await bearerOf(name, secret)).status).toBe(200);
    await grace.do('POST', `/auth/proposals/${proposalOf(alone)}/refuse`);

    const { body } = await together(mallory, grace, ...rotate);
    const client = await bearerOf(name, String(body['secret']));
    const vote = (id: string) =>
      client.post(`/trade/v1/venues/withdrawals/${id}/votes`, { decision: 'APPROVE' });
    expect((await vote(await mallory.withdraw())).status).toBe(422);
    expect((await vote(await desk.withdraw())).status).toBe(201);
  });

  it('by inviting a second admin who confirms what the first proposed', async () => {
    const [mallory, grace] = [await Person.join('mallory', 'admin'), await Person.join('grace', 'admin')];
    const invitation = { login: 'puppet-admin', roles: ['trading:admin'] };
    const invited = await together(mallory, grace, 'POST', '/auth/people', invitation);
    const puppet = await Person.accept('puppet-admin', invited);
    const { body } = await mallory.do('PUT', '/trade/v1/policies', { rules: [{ verdict: 'ALLOW' }] });
    const confirming = `/trade/v1/policies/${String(body['version'])}/confirm`;
    expect((await puppet.do('POST', confirming)).status).toBe(422);
    expect((await puppet.do('POST', confirming.replace('confirm', 'refuse'))).status).toBe(422);
    const destination = { alias: `d-${people}`, kind: 'blockchain', network: 'BITCOIN', address: BITCOIN };
    const saved = await mallory.do('POST', '/trade/v1/destinations', destination);
    const saving = `/trade/v1/destinations/${String(saved.body['id'])}/confirm`;
    expect((await puppet.do('POST', saving)).status).toBe(422);
    const asked = await mallory.do('POST', '/auth/people', { login: 'third', roles: ['trading:approver'] });
    expect((await puppet.do('POST', `/auth/proposals/${proposalOf(asked)}/confirm`)).status).toBe(422);
    // Nor does a chain of accounts make another person.
    const child = { login: 'puppet-of-puppet', roles: ['trading:admin'] };
    const second = await Person.accept(
      child.login,
      await together(puppet, grace, 'POST', '/auth/people', child),
    );
    expect((await second.do('POST', confirming)).status).toBe(422);
    expect((await grace.do('POST', confirming)).status).toBe(200);
  });

  it('by giving roles or scopes to accounts that have none, or creating a client', async () => {
    const [mallory, eve] = [await Person.join('mallory', 'admin'), await Person.join('eve', 'viewer')];
    const bot = { name: `bot-${(people += 1)}`, scopes: ['venues:view'] };
    expect((await mallory.do('POST', '/auth/clients', bot)).status).toBe(201);
    const steps: [string, string, object][] = [
      ['PATCH', `/auth/people/${eve.login}`, { roles: ['trading:approver'] }],
      ['PATCH', `/auth/clients/${bot.name}`, { scopes: ['approvals:edit'] }],
      ['POST', '/auth/clients', { name: `${bot.name}-2`, scopes: ['venue-transfer:edit'] }],
    ];
    for (const step of steps) expect((await mallory.do(...step)).status).toBe(202);
    const granted = await ask`
      select roles || scopes as grants from credential where name in (${eve.login}, ${bot.name}, ${`${bot.name}-2`})`;
    expect(granted.flatMap(({ grants }) => grants)).toEqual(
      expect.not.arrayContaining(['trading:approver', 'approvals:edit', 'venue-transfer:edit']),
    );
  });

  it('with clients of their own, which neither count as others nor confirm without a factor', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const grace = await Person.join('grace', 'admin');
    const name = `own-bot-${people}`;
    const { body } = await together(mallory, grace, 'POST', '/auth/clients', {
      name,
      scopes: ['trading:admin', 'approvals:edit'],
    });
    const client = await bearerOf(name, String(body['secret']));
    const proposal = await mallory.do('PUT', '/trade/v1/policies', { rules: [] });
    expect((await client.post(confirmation(proposal))).status).toBe(422);
    const theirs = await grace.do('PUT', '/trade/v1/policies', { rules: [] });
    for (const [path, call] of [
      [confirmation(theirs), {}],
      ['/auth/people', { login: 'x-by-bot', roles: ['trading:viewer'] }],
      ['/auth/clients', { name: 'y-by-bot', scopes: ['venues:view'] }],
    ] as const)
      expect(await client.post(path, call)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await mallory.do('POST', confirmation(theirs))).status).toBe(200);
  });
});

describe('an account counts as the admin who made it', () => {
  it('until 24 hours after its first use, and never for others', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const [grace, desk] = [await Person.join('grace', 'admin'), await Person.join('desk', 'operator')];
    const login = `newcomer-${people}`;
    const invitation = { login, roles: ['trading:approver'] };
    const invited = await together(mallory, grace, 'POST', '/auth/people', invitation);
    // A link that is kept for most of its time gains nothing.
    clock.advance(DAY_MS - 3_600_000);
    const newcomer = await Person.accept(login, invited);
    clock.advance(2 * 3_600_000);
    for (const person of [mallory, desk, newcomer]) await person.signIn();
    const [early, other] = [await mallory.withdraw(), await desk.withdraw()];
    expect((await newcomer.vote(early)).status).toBe(422);
    expect((await newcomer.vote(other)).status).toBe(201);
    clock.advance(DAY_MS);
    for (const person of [mallory, newcomer]) await person.signIn();
    expect((await newcomer.vote(await mallory.withdraw())).status).toBe(201);
  });

  it('and as the admin who gave it a power, from the confirmation on for 24 hours', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const [grace, desk] = [await Person.join('grace', 'admin'), await Person.join('desk', 'operator')];
    const sleeper = await Person.join('sleeper', 'viewer');
    const grant = { roles: ['trading:approver'] };
    await together(mallory, grace, 'PATCH', `/auth/people/${sleeper.login}`, grant);
    await sleeper.signIn();
    expect((await sleeper.vote(await mallory.withdraw())).status).toBe(422);
    expect((await sleeper.vote(await desk.withdraw())).status).toBe(201);
    clock.advance(DAY_MS + 1);
    for (const person of [mallory, sleeper]) await person.signIn();
    expect((await sleeper.vote(await mallory.withdraw())).status).toBe(201);
  });

  it('but not as one who took a power away', async () => {
    const mallory = await Person.join('mallory', 'admin', 'operator');
    const former = await Person.join('former', 'approver', 'operator');
    const lesser = { roles: ['trading:approver'] };
    expect((await mallory.do('PATCH', `/auth/people/${former.login}`, lesser)).status).toBe(200);
    await former.signIn();
    expect((await former.vote(await mallory.withdraw())).status).toBe(201);
  });

  it('for what it did then, too: two approvals of such a pair stay one', async () => {
    const [mallory, grace] = [
      await Person.join('mallory', 'admin', 'approver'),
      await Person.join('grace', 'admin'),
    ];
    const desk = await Person.join('desk', 'operator');
    const rules = [{ verdict: 'REQUIRE_APPROVALS', approvals: 2 }];
    const proposed = await mallory.do('PUT', '/trade/v1/policies', { rules });
    await grace.do('POST', `/trade/v1/policies/${String(proposed.body['version'])}/confirm`);
    const login = `puppet-voter-${people}`;
    const invitation = { login, roles: ['trading:approver'] };
    const puppet = await Person.accept(
      login,
      await together(mallory, grace, 'POST', '/auth/people', invitation),
    );
    const id = await desk.withdraw();
    expect((await puppet.vote(id)).status).toBe(201);
    expect((await mallory.vote(id)).status).toBe(409);
    clock.advance(DAY_MS + 1);
    await mallory.signIn();
    expect((await mallory.vote(id)).status).toBe(409);
  });
});

describe('the inbox of the admins', () => {
  it('has what waits, for whom it waits, and what was done at the command line, which is audited', async () => {
    const [ada, grace] = [await Person.join('ada', 'admin'), await Person.join('grace', 'admin')];
    const login = `invitee-${people}`;
    await ada.do('POST', '/auth/people', { login, roles: ['trading:approver'] });
    const inbox = async (reader: Person, status: string) =>
      (await reader.do('GET', `/auth/proposals?status=${status}&pageSize=100`)).body['content'] as Record<
        string,
        unknown
      >[];
    const mine = (await inbox(ada, 'PROPOSED')).find(({ account }) => account === login);
    expect(mine).toMatchObject({
      action: 'person.invite',
      proposedBy: ada.login,
      powers: ['approvals:edit'],
      details: { roles: ['trading:approver'] },
      isOwn: true,
    });
    expect(JSON.stringify(mine)).not.toMatch(/hash/i);
    expect((await inbox(grace, 'PROPOSED')).find(({ account }) => account === login)).toMatchObject({
      isOwn: false,
    });
    const named = (await inbox(ada, 'ANNOUNCED')).find(({ account }) => account === grace.login);
    expect(named).toMatchObject({ action: 'person.invite', proposedBy: 'root', powers: ['trading:admin'] });
    expect(
      await ask`select actor_kind, actor_id from audit_log where details->>'proposal' = ${String(named?.['id'])}`,
    ).toEqual([{ actor_kind: 'operator', actor_id: 'root' }]);
    const viewer = await Person.join('viewer', 'viewer');
    expect((await viewer.do('GET', '/auth/proposals')).status).toBe(403);
  });

  it('shows nothing of another tenant, and lets nobody there decide', async () => {
    const [ada, stranger] = [await Person.join('ada', 'admin'), `stranger-${(people += 1)}`];
    const asked = await ada.do('POST', '/auth/people', { login: `a-${people}`, roles: ['trading:admin'] });
    const invited = { login: stranger, roles: ['trading:admin'], tenant: 'rival' };
    const rival = await Person.of(stranger, await signUp(context, url, invited));
    const listed = await rival.do('GET', '/auth/proposals?pageSize=100');
    expect(listed.body['content']).toMatchObject([{ account: stranger, status: 'ANNOUNCED' }]);
    for (const verb of ['confirm', 'refuse', 'withdraw'])
      expect((await rival.do('POST', `/auth/proposals/${proposalOf(asked)}/${verb}`)).status).toBe(404);
  });

  it('decides each proposal once, and a name that was taken meanwhile is refused', async () => {
    const [ada, grace] = [await Person.join('ada', 'admin'), await Person.join('grace', 'admin')];
    const login = `taken-${people}`;
    const roles = ['trading:operator'];
    const asked = await ada.do('POST', '/auth/people', { login, roles });
    await invitePerson(context, { login, roles, tenant: 'acme' });
    const confirm = () => grace.do('POST', `/auth/proposals/${proposalOf(asked)}/confirm`);
    expect((await confirm()).body['code']).toBe('conflict');
    expect((await grace.do('POST', `/auth/proposals/${proposalOf(asked)}/refuse`)).status).toBe(200);
    expect((await confirm()).body['code']).toBe('invalid_transition');
  });
});
