import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCredential } from '../../src/platform/auth/index.ts';
import { operatorContext } from '../../src/process/index.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import {
  clientCredentials,
  Partner,
  QuaestorError,
  session,
  token,
  Trading,
  type WaitingChange,
} from '../src/index.ts';
import type { PARTNER, TRADING } from '../src/testing/operations.ts';
import { browserFetch } from '../testing/browser.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { watchOperations } from '../testing/watch.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057';
const PASSWORD = 'orbit-lantern-velvet-ninety';
const ADDRESS = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ETHEREUM' };
const SIGNED_OUT = /^(unauthenticated|token_expired)$/;
const PASSKEY = { challenge: NOWHERE, response: { id: 'AQIDBA' } };

const database = await createTestDatabase();
const watch = { trading: watchOperations('trading'), partner: watchOperations('partner') };
let product: Product;
let operator: Trading;
let approver: Trading;
let firm: Partner;
let secondOfFirm: Partner;
let partner: Partner;
/** The addresses at which people open the services. */
const origins = { trading: '', partner: '' };

/** A client with every scope of the partner service, of the firm or of the demo's partner. */
async function clientOfPartner(name: string, scopes: string[], partnerUid?: string): Promise<Partner> {
  const context = operatorContext(database.db);
  const { tenant } = context.actor;
  const { secret } = await createCredential(context, { kind: 'client', name, tenant, scopes, partnerUid });
  return new Partner({
    url: product.partner,
    auth: clientCredentials(name, secret),
    fetch: watch.partner.fetch,
  });
}

beforeAll(async () => {
  product = await startProduct({ DATABASE_URL: database.url });
  const { credentials, trading: url } = product;
  const [first, second] = (['operator', 'approver'] as const).map((name) => {
    const { client_id, client_secret } = credentials[name];
    return new Trading({
      url,
      auth: clientCredentials(client_id, client_secret),
      fetch: watch.trading.fetch,
    });
  });
  if (!first || !second) throw new Error('There are two clients.');
  [operator, approver] = [first, second];
  firm = await clientOfPartner('firm', [
    'facts:write',
    'program:view',
    'program:edit',
    'disbursements:manage',
    'disbursements:confirm',
    'partner:pii:view',
    'partner:webhooks:edit',
    'partner:admin',
  ]);
  secondOfFirm = await clientOfPartner('firm-2', ['partner:admin']);
  const scopes = [
    'reports:view',
    'wallets:view',
    'wallets:edit',
    'disbursements:edit',
    'rebates:view',
    'rebates:edit',
    'links:edit',
  ];
  partner = await clientOfPartner('partner-bot', scopes, 'demo-partner');
  origins.trading = (await operator.oauth.metadata()).issuer;
  origins.partner = (await firm.oauth.metadata()).issuer;
});
afterAll(() => product.close());

/** The code of the problem that a call must be refused with. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof QuaestorError) return error.code;
  throw new Error('It was not refused as it must be.', { cause: error });
}

async function firstOf<T>(values: AsyncIterable<T>): Promise<T> {
  for await (const value of values) return value;
  throw new Error('There is nothing.');
}

let made = 0;
const transfer = () =>
  operator.transfers.create({
    reference: `rebalance-${(made += 1)}`,
    fromVenue: 'aurora',
    toVenue: 'borealis',
    asset: { code: 'USDC' },
    amount: '25.10',
    network: 'ETHEREUM',
  });
const manage = (asset: string, acts: 'PROPOSE' | 'ALONE' = 'PROPOSE') =>
  operator.managedBalances.set('borealis', asset, {
    minimum: '10',
    target: '25',
    maximum: '100',
    dailyCap: '50',
    sources: [],
    acts,
  });
const withdraw = () =>
  operator.withdrawals.create({
    reference: `payout-${(made += 1)}`,
    venue: 'aurora',
    asset: { code: 'USDT' },
    amount: '25.10',
    blockchainDestination: ADDRESS,
  });
const TRAVEL_RULE = {
  travelRule: {
    relation: 'THIRD_PARTY',
    party: { kind: 'NATURAL', firstName: 'Ada', lastName: 'Lovelace' },
    wallet: { kind: 'SELF_HOSTED' },
  },
} as const;

const save = () =>
  operator.destinations.create({ alias: `wallet-${(made += 1)}`, kind: 'blockchain', ...ADDRESS });
const propose = () => operator.policies.propose({ rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 1 }] });
const conversion = () => ({
  reference: `rebalance-${(made += 1)}`,
  from: { asset: 'BTC', amount: '0.01' },
  to: { asset: 'USDT' },
  executor: 'MARKET' as const,
});
const exportRange = () => ({
  from: '2026-01-01T00:00:00.000Z',
  to: new Date(Date.UTC(2026, 1, 1) + (made += 1)).toISOString(),
});

/** A service that a person uses in a browser, and an admin client of it. */
interface Site {
  readonly admin: Trading | Partner;
  /** Confirms what the first proposes. */
  readonly second: Trading | Partner;
  readonly visit: () => Trading | Partner;
  readonly roles: string[];
  readonly scope: 'venues:view' | 'reports:view';
  readonly event: 'withdrawal.created' | 'disbursement.approved';
}

let visitors = 0;

/** What an admin was answered, once the second has confirmed it if it waits. */
async function confirmed<T extends object>(second: Trading | Partner, change: Promise<T>): Promise<T> {
  const answer = await change;
  const { proposal } = answer as Partial<WaitingChange>;
  if (proposal) await second.access.confirm(proposal.id);
  return answer;
}

/** The proposal of an invitation that waits. */
async function proposeAccess({ admin }: Site): Promise<string> {
  const role = admin instanceof Trading ? 'trading:approver' : 'partner:manager';
  const answer = await admin.people.invite({ login: `person-${(visitors += 1)}`, roles: [role] });
  if (!('proposal' in answer)) throw new Error('It does not wait.');
  return answer.proposal.id;
}

/** A person who has just accepted an invitation, in their browser. */
async function invite({ admin, second, visit, roles }: Site) {
  const login = `person-${(visitors += 1)}`;
  const { link = '' } = await confirmed(second, admin.people.invite({ login, roles: roles as never }));
  const page = visit();
  const invitation = link.slice(link.indexOf('#') + 1);
  return {
    login,
    page,
    invitation,
    accept: () => page.invitations.accept({ token: invitation, password: PASSWORD }),
  };
}

/** A person with an authenticator app, who can confirm one step. */
async function withApp(site: Site) {
  const { page, accept, ...person } = await invite(site);
  await accept();
  const { secret } = await page.account.app.begin();
  await page.account.app.confirm({ code: generateSync({ secret }) });
  /** The next code: that of the present was used. */
  const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  const confirm = async (call: Promise<unknown>): Promise<string> => {
    const error: unknown = await call.catch((reason: unknown) => reason);
    if (!(error instanceof QuaestorError && error.code === 'step_up_required')) throw error;
    await page.proofs.confirm(error.proof, { code: code() });
    return error.proof;
  };
  return { ...person, page, confirm };
}

type Calls<Id> = { readonly [id in Id & string]: () => Promise<unknown> };

/** The operations that both services have. */
const sharedCalls = (site: () => Site): Calls<keyof typeof TRADING & keyof typeof PARTNER> => {
  const joined = async () => {
    const person = await invite(site());
    await person.accept();
    return person;
  };
  const listen = () => {
    const { admin, event } = site();
    return admin.webhooks.create({ url: 'http://127.0.0.1:9/', events: [event as never] });
  };
  const createClient = async () => {
    const name = `bot-${(made += 1)}`;
    const { secret = '' } = await site().admin.clients.create({ name, scopes: [site().scope] as never });
    return { name, secret };
  };
  const tokenOf = async () => {
    const { name, secret } = await createClient();
    const form = { grant_type: 'client_credentials', client_id: name, client_secret: secret } as const;
    return { form, token: (await site().admin.oauth.token(form)).access_token };
  };
  return {
    getToken: async () => expect((await tokenOf()).token).toMatch(/^ey/),
    revokeToken: async () => {
      const { form, token } = await tokenOf();
      const { grant_type: _grant, ...client } = form;
      await site().admin.oauth.revoke({ token, ...client });
    },
    getKeys: async () => expect((await site().admin.oauth.keys()).keys.length).toBeGreaterThan(0),
    getAuthorizationServer: async () =>
      expect((await site().admin.oauth.metadata()).token_endpoint).toMatch(/oauth\/token$/),
    signInByPassword: async () => {
      const { login } = await joined();
      const page = site().visit();
      await page.sessions.signIn({ login, password: PASSWORD });
      expect((await page.account.get()).login).toBe(login);
    },
    beginPasskeySignIn: async () =>
      expect(await site().visit().sessions.beginPasskey()).toHaveProperty('publicKey'),
    signInByPasskey: async () =>
      expect(await refusal(site().visit().sessions.signInByPasskey(PASSKEY))).toBe('unauthenticated'),
    showInvitation: async () => {
      const { login, page, invitation } = await invite(site());
      expect(await page.invitations.show(invitation)).toMatchObject({ login, roles: site().roles });
    },
    beginInvitedPasskey: async () => {
      const { page, invitation } = await invite(site());
      expect(await page.invitations.beginPasskey(invitation)).toHaveProperty('challenge');
    },
    acceptInvitation: async () => {
      const { login, page } = await joined();
      expect((await page.account.get()).login).toBe(login);
    },
    showAccount: async () => expect((await (await joined()).page.account.get()).roles).toEqual(site().roles),
    signOut: async () => {
      const { page } = await joined();
      await page.sessions.signOut();
      expect(await refusal(page.account.get())).toMatch(SIGNED_OUT);
    },
    listSessions: async () => expect(await (await joined()).page.sessions.list()).toHaveLength(1),
    endOtherSessions: async () => {
      const { page, login } = await joined();
      await site().visit().sessions.signIn({ login, password: PASSWORD });
      expect(await page.sessions.list()).toHaveLength(2);
      await page.sessions.endOthers();
      expect(await page.sessions.list()).toHaveLength(1);
    },
    endSession: async () => {
      const { page } = await joined();
      const [own] = await page.sessions.list();
      await page.sessions.end(own?.id ?? '');
      expect(await refusal(page.account.get())).toMatch(SIGNED_OUT);
    },
    showProof: async () => {
      const { page } = await withApp(site());
      const error: unknown = await page.account.app.remove().catch((reason: unknown) => reason);
      if (!(error instanceof QuaestorError && error.code === 'step_up_required')) throw error;
      expect(await page.proofs.get(error.proof)).toMatchObject({ approves: error.approves, app: true });
    },
    confirmProof: async () => {
      const { page, confirm } = await withApp(site());
      expect(await confirm(page.account.app.remove())).toMatch(/^[0-9a-f-]{36}$/);
    },
    changePassword: async () => {
      const { page, login } = await joined();
      const changed = 'umbrella-quartz-seven-harbour';
      await page.account.changePassword({ current: PASSWORD, new: changed });
      await site().visit().sessions.signIn({ login, password: changed });
    },
    savePreferences: async () => {
      const { page } = await joined();
      const preferences = { language: 'de', timeZone: 'Europe/Berlin' } as const;
      expect(await page.account.savePreferences(preferences)).toEqual(preferences);
      expect((await page.account.get()).preferences).toEqual(preferences);
    },
    listPasskeys: async () => expect(await (await joined()).page.account.passkeys.list()).toEqual([]),
    addPasskey: async () =>
      expect(await refusal((await joined()).page.account.passkeys.add({ ...PASSKEY, name: 'Laptop' }))).toBe(
        'validation_failed',
      ),
    beginPasskey: async () =>
      expect(await (await joined()).page.account.passkeys.begin()).toHaveProperty('publicKey'),
    removePasskey: async () =>
      expect(await refusal((await joined()).page.account.passkeys.remove(NOWHERE))).toBe('not_found'),
    beginApp: async () =>
      expect((await (await joined()).page.account.app.begin()).secret).toMatch(/^[A-Z2-7]+$/),
    confirmApp: async () => expect((await withApp(site())).login).toMatch(/^person/),
    removeApp: async () =>
      expect(await refusal((await withApp(site())).page.account.app.remove())).toBe('step_up_required'),
    renewRecoveryCodes: async () =>
      expect(await refusal((await withApp(site())).page.account.renewRecoveryCodes())).toBe(
        'step_up_required',
      ),
    listPeople: async () => {
      const { login } = await invite(site());
      const people = await site().admin.people.list().toArray({ limit: 1_000 });
      expect(people.map((person) => person.login)).toContain(login);
    },
    invitePerson: async () => expect((await invite(site())).invitation).toHaveLength(43),
    changeRoles: async () => {
      const { login } = await joined();
      expect(await site().admin.people.update(login, { roles: [] })).toMatchObject({ roles: [] });
    },
    revokePerson: async () => {
      const { login } = await joined();
      await site().admin.people.revoke(login);
    },
    resetPerson: async () => {
      const { login } = await joined();
      expect((await site().admin.people.reset(login)).link).toContain('#');
    },
    listSessionsOf: async () => {
      const { login } = await joined();
      expect(await site().admin.people.sessions(login)).toHaveLength(1);
    },
    endSessionsOf: async () => {
      const { login, page } = await joined();
      await site().admin.people.endSessions(login);
      expect(await refusal(page.account.get())).toMatch(SIGNED_OUT);
    },
    showNoticeSettings: async () =>
      expect(await (await joined()).page.notices.settings()).toMatchObject({ email: null, quietHours: null }),
    changeNoticeSettings: async () => {
      const { page } = await joined();
      const quietHours = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
      expect(await page.notices.choose({ off: [], quietHours })).toMatchObject({ quietHours });
    },
    saveNoticeEmail: async () => {
      const { page } = await joined();
      const { email } = await page.notices.saveEmail({ address: 'ada@example.com' });
      expect(email).toMatchObject({ address: 'ada@example.com', confirmedAt: null });
    },
    confirmNoticeEmail: async () =>
      expect(await refusal((await joined()).page.notices.confirmEmail({ token: 'none' }))).toBe(
        'validation_failed',
      ),
    removeNoticeEmail: async () => {
      const { page } = await joined();
      await page.notices.saveEmail({ address: 'ada@example.com' });
      await page.notices.removeEmail();
      expect((await page.notices.settings()).email).toBeNull();
    },
    saveNoticeChat: async () => {
      const { page } = await joined();
      const chat = { format: 'slack', url: 'https://192.0.2.7/hook' } as const;
      expect((await page.notices.saveChat(chat)).chat).toMatchObject({ format: 'slack', host: '192.0.2.7' });
    },
    removeNoticeChat: async () =>
      expect(await refusal((await joined()).page.notices.removeChat())).toBe('not_found'),
    saveNoticeDevice: async () => {
      const keys = {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      };
      const { page } = await joined();
      const device = { name: 'phone', endpoint: 'https://192.0.2.7/push/1', ...keys };
      const { devices } = await page.notices.saveDevice(device);
      expect(devices).toMatchObject([{ name: 'phone', host: '192.0.2.7' }]);
      await page.notices.removeDevice(devices[0]?.id ?? '');
    },
    removeNoticeDevice: async () =>
      expect(
        await refusal((await joined()).page.notices.removeDevice('01890a5d-ac96-774b-bcce-b302099a8057')),
      ).toBe('not_found'),
    listNoticeRooms: async () => expect(await site().admin.notices.rooms()).toEqual([]),
    createNoticeRoom: async () => {
      const room = { name: 'desk', kinds: ['access.confirm'], detail: 'short', language: 'en' } as const;
      const target = { format: 'slack', url: 'https://192.0.2.7/hook' } as const;
      const { notices } = site().admin;
      const { id, host } = await notices.createRoom({ ...room, kinds: [...room.kinds], ...target });
      expect(host).toBe('192.0.2.7');
      await notices.removeRoom(id);
    },
    removeNoticeRoom: async () =>
      expect(await refusal(site().admin.notices.removeRoom('01890a5d-ac96-774b-bcce-b302099a8057'))).toBe(
        'not_found',
      ),
    setCompulsoryNotices: async () =>
      expect(await site().admin.notices.setCompulsory({ kinds: [] })).toEqual({ kinds: [] }),
    listNoticeDeliveries: async () =>
      expect((await site().admin.notices.deliveries().page()).content).toBeInstanceOf(Array),
    listClients: async () => {
      const { name } = await createClient();
      const clients = await site().admin.clients.list().toArray({ limit: 1_000 });
      expect(clients.map((client) => client.name)).toContain(name);
    },
    createClient: async () => expect((await createClient()).secret).toMatch(/^[\w-]{43}$/),
    changeClient: async () => {
      const { name } = await createClient();
      expect(await site().admin.clients.update(name, { scopes: [] })).toMatchObject({ scopes: [] });
    },
    revokeClient: async () => {
      const { name } = await createClient();
      await site().admin.clients.revoke(name);
    },
    rotateClient: async () => {
      const { name, secret } = await createClient();
      expect((await site().admin.clients.rotate(name)).secret).not.toBe(secret);
    },
    listAccessProposals: async () => {
      const id = await proposeAccess(site());
      const waiting = await site().admin.access.list({ status: 'PROPOSED' }).toArray({ limit: 1_000 });
      expect(waiting.find((proposal) => proposal.id === id)).toMatchObject({ isOwn: true });
    },
    confirmAccess: async () => {
      const id = await proposeAccess(site());
      expect(await refusal(site().admin.access.confirm(id))).toBe('unprocessable');
      expect(await site().second.access.confirm(id)).toMatchObject({ status: 'CONFIRMED' });
    },
    withdrawAccess: async () =>
      expect(await site().admin.access.withdraw(await proposeAccess(site()))).toMatchObject({
        status: 'WITHDRAWN',
      }),
    refuseAccess: async () =>
      expect(await site().second.access.refuse(await proposeAccess(site()))).toMatchObject({
        status: 'REFUSED',
      }),
    getHealth: async () => expect((await site().admin.system.health()).status).toBe('ok'),
    getReadiness: async () => expect(await site().admin.system.readiness()).toHaveProperty('status'),
    getOpenApi: async () => expect(await site().admin.system.openApi()).toHaveProperty('openapi', '3.1.0'),
    createWebhookDestination: async () => expect((await listen()).secret).toMatch(/^whsec_/),
    listWebhookDestinations: async () => {
      const { id } = await listen();
      expect((await site().admin.webhooks.list()).map((each) => each.id)).toContain(id);
    },
    getWebhookDestination: async () => {
      const { id } = await listen();
      expect((await site().admin.webhooks.get(id)).paused).toBe(false);
    },
    changeWebhookDestination: async () => {
      const { id } = await listen();
      expect((await site().admin.webhooks.update(id, { paused: true })).paused).toBe(true);
    },
    removeWebhookDestination: async () => {
      const { id } = await listen();
      await site().admin.webhooks.remove(id);
    },
    listWebhookDeliveries: async () => {
      const { id } = await listen();
      expect(await site().admin.webhooks.deliveries.list(id).toArray({ limit: 10 })).toEqual([]);
    },
    getWebhookHistory: async () => {
      const { id } = await listen();
      expect(await site().admin.webhooks.history(id, { by: 'hour' })).toHaveLength(48);
    },
    getWebhookDelivery: async () => {
      const { id } = await listen();
      expect(await refusal(site().admin.webhooks.deliveries.get(id, NOWHERE))).toBe('not_found');
    },
    retryWebhookDelivery: async () => {
      const { id } = await listen();
      expect(await refusal(site().admin.webhooks.deliveries.retry(id, NOWHERE))).toBe('not_found');
    },
    testWebhookDestination: async () => {
      const { id } = await listen();
      expect(await site().admin.webhooks.test(id)).toMatchObject({ delivered: false });
    },
    rotateWebhookSecret: async () => {
      const { id, secret } = await listen();
      expect((await site().admin.webhooks.rotate(id)).secret).not.toBe(secret);
    },
    explainProblem: async () => expect((await site().admin.system.problem('conflict')).code).toBe('conflict'),
  };
};

const tradingCalls: Calls<keyof typeof TRADING> = {
  ...sharedCalls(() => ({
    admin: operator,
    second: approver,
    visit: () =>
      new Trading({
        url: product.trading,
        auth: session(),
        fetch: browserFetch(origins.trading, watch.trading.fetch),
      }),
    roles: ['trading:viewer'],
    scope: 'venues:view',
    event: 'withdrawal.created',
  })),
  listVenues: async () => expect((await operator.venues.list()).map(({ code }) => code)).toContain('aurora'),
  searchCounterparties: async () =>
    expect((await operator.venues.counterparties('borealis', { q: 'kitak' })).counterparties).toEqual([
      { id: 'KTKR', name: expect.stringContaining('Kitakaze') as string },
    ]),
  switchVenue: async () =>
    expect((await operator.venues.update('aurora', { trading: 'live' })).code).toBe('aurora'),
  summariseBalances: async () => expect(await operator.venues.balances({ asset: 'USDT' })).toBeDefined(),
  getOrderBooks: async () => expect(await operator.book('BTC-USDT').venues({ depth: 5 })).toBeDefined(),
  getAggregatedOrderBook: async () =>
    expect((await operator.book('BTC-USDT').get({ depth: 5 })).bids.length).toBeGreaterThan(0),
  streamAggregatedOrderBook: async () =>
    expect((await firstOf(operator.book('BTC-USDT').stream({ depth: 5 }))).asks.length).toBeGreaterThan(0),
  getIndicativeRate: async () => expect((await operator.rates.indicative('BTC', 'USDT')).rate).toMatch(/^\d/),
  getPrices: async () => expect((await operator.book('BTC-USDT').prices()).symbol).toBe('BTC-USDT'),
  getWatchList: async () => expect((await operator.watchList.get()).markets.length).toBeGreaterThan(0),
  changeWatchList: async () =>
    expect((await operator.watchList.set(['ETH-USDT'])).markets.map(({ symbol }) => symbol)).toEqual([
      'ETH-USDT',
    ]),
  createWithdrawal: async () =>
    expect(await withdraw()).toMatchObject({ amount: '25.10', status: 'APPROVAL_REQUESTED' }),
  listWithdrawals: async () => {
    const { id } = await withdraw();
    expect((await firstOf(operator.withdrawals.list({ asset: 'USDT' }))).id).toBe(id);
  },
  getWithdrawal: async () => {
    const { id } = await withdraw();
    const { approvals } = await operator.withdrawals.get(id, { expand: 'approvals' });
    expect(approvals).toMatchObject({ votes: [] });
  },
  listWithdrawalEvents: async () => {
    const { id } = await withdraw();
    expect((await operator.withdrawals.events(id)).length).toBeGreaterThan(0);
  },
  showBalanceHistory: async () => {
    const { currency, days } = await operator.history.balances({ from: '2026-01-01', to: '2026-01-31' });
    expect([currency, days.length]).toEqual(['USDT', 31]);
  },
  showFlows: async () => {
    const { days } = await operator.history.flows({ from: '2026-01-01', to: '2026-01-02', currency: 'EUR' });
    expect(days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02']);
  },
  listDeposits: async () => {
    for await (const { status } of operator.deposits.list({ asset: 'USDT' }))
      expect(status).toBe('COMPLETED');
  },
  listDepositSources: async () => expect(await operator.deposits.sources()).toBeInstanceOf(Array),
  getDeposit: async () => expect(await refusal(operator.deposits.get(NOWHERE))).toBe('not_found'),
  listDepositEvents: async () => expect(await refusal(operator.deposits.events(NOWHERE))).toBe('not_found'),
  readDepositAddress: async () => {
    const place = { venue: 'aurora', asset: { code: 'USDT' }, network: 'ETHEREUM' };
    expect((await operator.deposits.address(place)).address).toMatch(/^0x/);
  },
  listDepositAddresses: async () =>
    expect(await operator.deposits.addresses({ venue: 'aurora' })).toBeInstanceOf(Array),
  createTransfer: async () =>
    expect(await transfer()).toMatchObject({ amount: '25.10', toVenue: 'borealis' }),
  listTransfers: async () => {
    const { id } = await transfer();
    expect((await firstOf(operator.transfers.list({ open: true }))).id).toBe(id);
  },
  listManagedBalances: async () => {
    await manage('BTC');
    expect((await operator.managedBalances.list()).map(({ asset }) => asset.code)).toContain('BTC');
  },
  getManagedBalance: async () => {
    await manage('BTC');
    expect((await operator.managedBalances.get('borealis', 'BTC')).active?.settings.target).toBe('25');
  },
  saveManagedBalance: async () =>
    expect(await manage('ETH', 'ALONE')).toMatchObject({
      active: null,
      pending: { settings: { acts: 'ALONE' } },
    }),
  confirmManagedBalance: async () => {
    await manage('USDC', 'ALONE');
    expect((await approver.managedBalances.confirm('borealis', 'USDC')).pending).toBeNull();
  },
  refuseManagedBalance: async () => {
    await manage('BTC', 'ALONE');
    await operator.managedBalances.refuse('borealis', 'BTC');
    const kept = (await operator.managedBalances.list()).find(({ asset }) => asset.code === 'BTC');
    expect(kept?.pending ?? null).toBeNull();
  },
  removeManagedBalance: async () => {
    await manage('EUR');
    await operator.managedBalances.remove('borealis', 'EUR');
    expect(await refusal(operator.managedBalances.get('borealis', 'EUR'))).toBe('not_found');
  },
  listBalanceProposals: async () =>
    expect((await operator.managedBalances.proposals({ status: 'DISMISSED' }).page()).content).toEqual([]),
  getBalanceProposal: async () =>
    expect(await refusal(operator.managedBalances.proposal(NOWHERE))).toBe('not_found'),
  confirmBalanceProposal: async () =>
    expect(await refusal(operator.managedBalances.confirmProposal(NOWHERE))).toBe('not_found'),
  dismissBalanceProposal: async () =>
    expect(await refusal(operator.managedBalances.dismissProposal(NOWHERE))).toBe('not_found'),
  listMoneyInFlight: async () => expect(await operator.transfers.inFlight()).toBeInstanceOf(Array),
  getTransfer: async () => {
    const { id } = await transfer();
    expect((await operator.transfers.get(id)).candidates).toEqual([]);
  },
  resolveTransfer: async () => {
    const { id } = await transfer();
    const resolution = { depositId: NOWHERE, comment: 'Seen at the venue.' };
    expect(await refusal(operator.transfers.resolve(id, resolution))).toBe('not_found');
  },
  cancelWithdrawal: async () => {
    const { id } = await withdraw();
    expect((await operator.withdrawals.cancel(id)).status).toBe('CANCELLED');
  },
  voteOnWithdrawal: async () => {
    const { id } = await withdraw();
    expect((await approver.withdrawals.vote(id, { decision: 'REJECT' })).status).toBe('CANCELLED');
  },
  screenWithdrawal: async () => {
    const { id } = await withdraw();
    const answer = { verdict: 'PASS', digest: '0'.repeat(64), reason: 'None.', evidence: 'case 7' } as const;
    expect(await refusal(operator.withdrawals.screen(id, answer))).toBe('forbidden');
  },
  listApprovals: async () => {
    const { id } = await withdraw();
    expect((await approver.approvals.list().toArray({ limit: 100 })).map((each) => each.id)).toContain(id);
  },
  listOtherApprovals: async () => {
    const { id } = await withdraw();
    const others = await operator.approvals.others().toArray({ limit: 100 });
    expect(others.find((each) => each.id === id)).toMatchObject({ cannotVote: 'OWN' });
  },
  showPolicyUsage: async () => expect((await operator.policies.usage()).rules).toBeInstanceOf(Array),
  simulatePolicy: async () => expect(await operator.policies.simulate({ rules: [] })).toBeDefined(),
  voteTogether: async () => {
    const { id } = await withdraw();
    const { results } = await approver.approvals.vote({ votes: [{ id, decision: 'APPROVE' }] });
    expect(results).toMatchObject([{ id, withdrawal: { status: 'PENDING' } }]);
  },
  resolveWithdrawal: async () => {
    const { id } = await withdraw();
    const resolution = { found: 'NOTHING', comment: 'Nothing is there.' } as const;
    expect(await refusal(operator.withdrawals.resolve(id, resolution))).toBe('invalid_transition');
  },
  createConversion: async () => expect((await operator.conversions.create(conversion())).id).toMatch(/-/),
  listConversions: async () => {
    const { id } = await operator.conversions.create(conversion());
    expect((await firstOf(operator.conversions.list())).id).toBe(id);
  },
  estimateConversion: async () => expect(await operator.conversions.estimate(conversion())).toBeDefined(),
  summariseSlippage: async () =>
    expect(await operator.conversions.slippage({ from: '2026-01-01', to: '2026-01-31' })).toEqual([]),
  getConversionRules: async () =>
    expect(await operator.conversions.rules()).toEqual({ bound: 'default', maxSlippageBps: 100 }),
  resolveConversion: async () => {
    const resolution = { orderId: NOWHERE, trades: [], comment: 'Not in the statement.' };
    expect(await refusal(operator.conversions.resolve(NOWHERE, resolution))).toBe('not_found');
  },
  cancelConversionById: async () => {
    const { id } = await operator.conversions.create(conversion(), { dryRun: true });
    expect(await refusal(operator.conversions.cancel(id))).toBe('invalid_transition');
  },
  getConversion: async () => {
    const { id } = await operator.conversions.create(conversion(), { dryRun: true });
    expect((await operator.conversions.get(id)).status).toBe('SIMULATED');
  },
  showPolicies: async () => {
    const { version } = await propose();
    expect((await operator.policies.get()).proposed?.version).toBe(version);
  },
  proposePolicy: async () => expect((await propose()).status).toBe('PROPOSED'),
  confirmPolicy: async () => {
    const { version } = await propose();
    expect((await approver.policies.confirm(version)).status).toBe('ACTIVE');
  },
  withdrawPolicy: async () => {
    const { version } = await propose();
    expect((await operator.policies.withdraw(version)).status).toBe('WITHDRAWN');
  },
  refusePolicy: async () => {
    const { version } = await propose();
    expect((await approver.policies.refuse(version)).status).toBe('REFUSED');
  },
  listPolicies: async () => {
    const { version } = await propose();
    expect((await firstOf(operator.policies.list())).version).toBe(version);
  },
  listDestinations: async () => {
    const { id } = await save();
    const saved = await operator.destinations.list().toArray({ limit: 1_000 });
    expect(saved.map((each) => each.id)).toContain(id);
  },
  saveDestination: async () => expect((await save()).confirmedBy).toBeNull(),
  checkDestination: async () => {
    const check = { network: 'ETHEREUM', address: '0x1' };
    expect(Object.keys((await operator.destinations.check(check)).errors)).toEqual(['address']);
  },
  confirmDestination: async () => {
    const { id } = await save();
    expect((await approver.destinations.confirm(id)).confirmedBy).toBe('approver');
  },
  removeDestination: async () => {
    const { id } = await save();
    await operator.destinations.remove(id);
  },
  changeRecipient: async () => {
    const { id } = await save();
    expect((await operator.destinations.changeRecipient(id, TRAVEL_RULE)).recipient?.hash).toMatch(
      /^[0-9a-f]{64}$/,
    );
  },
  getRecipient: async () => {
    const { id } = await save();
    const { recipient } = await operator.destinations.changeRecipient(id, TRAVEL_RULE);
    expect((await operator.recipients.get(recipient?.id ?? '')).travelRule).toEqual(TRAVEL_RULE.travelRule);
  },
  eraseRecipient: async () => {
    const { id } = await save();
    const { recipient } = await operator.destinations.changeRecipient(id, TRAVEL_RULE);
    await operator.destinations.remove(id);
    await operator.recipients.erase(recipient?.id ?? '');
    expect((await operator.recipients.get(recipient?.id ?? '')).travelRule).toBeNull();
  },
  createExport: async () =>
    expect((await operator.exports.create('withdrawal', exportRange())).status).toBe('PROCESSING'),
  listExports: async () => {
    const { id } = await operator.exports.create('withdrawal', exportRange());
    expect((await firstOf(operator.exports.list())).id).toBe(id);
  },
  getExport: async () => {
    const { id } = await operator.exports.create('withdrawal', exportRange());
    expect((await operator.exports.get(id)).id).toBe(id);
  },
  cancelExport: async () => expect(await refusal(operator.exports.cancel(NOWHERE))).toBe('not_found'),
  downloadFile: async () => {
    const { id } = await operator.exports.create('audit', exportRange());
    const completed = await vi.waitUntil(
      async () => {
        const current = await operator.exports.get(id);
        return current.status === 'COMPLETED' && current;
      },
      { timeout: 30_000, interval: 100 },
    );
    const file = await new Response(await operator.exports.download(completed)).text();
    expect(file).toContain('action');
  },
  describeConversionFilter: async () => expect(await operator.filters.conversion()).toHaveProperty('fields'),
  describeWithdrawalFilter: async () => expect(await operator.filters.withdrawal()).toHaveProperty('fields'),
  describeDepositFilter: async () => expect(await operator.filters.deposit()).toHaveProperty('fields'),
  describeTransferFilter: async () => expect(await operator.filters.transfer()).toHaveProperty('fields'),
  describeFeeFilter: async () => expect(await operator.filters.fee()).toHaveProperty('fields'),
  describeAuditFilter: async () => expect(await operator.filters.audit()).toHaveProperty('fields'),
  listAudit: async () => expect((await firstOf(operator.audit.list())).action).toMatch(/\./),
  listJobs: async () => expect(await operator.jobs.list().toArray({ limit: 10 })).toEqual([]),
  retryJob: async () => expect(await refusal(operator.jobs.retry('1'))).toBe('not_found'),
  discardJob: async () => expect(await refusal(operator.jobs.discard('1'))).toBe('not_found'),
  streamEvents: async () => {
    const { id } = await withdraw();
    for await (const event of operator.events.stream({ after: '0' })) {
      if (event.type === 'withdrawal.created' && event.data.id === id) return;
    }
    expect.unreachable('The stream does not end by itself.');
  },
};

const signIn = () => {
  const open = new Partner({ url: product.partner, fetch: watch.partner.fetch });
  return open.tokens.create(product.credentials.partner);
};
const signedIn = async () =>
  new Partner({ url: product.partner, auth: token((await signIn()).token), fetch: watch.partner.fetch });
const createGroup = () =>
  partner.rebateGroups.create({
    group_title: `Group ${(made += 1)}`,
    group_type: 'manual',
    rebate_percent: '12.5',
    rebate_period: 'weekly',
  });
const anOrder = async () => (await firstOf(partner.reports.clientTransactions().rows())).order_id;

const saveView = () =>
  partner.views.create({
    report: 'clients',
    name: `view ${(made += 1)}`,
    query: { client_country: ['PT'] },
  });

const NOTHING = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const BANK_ACCOUNT = { name: 'José Müller', iban: 'DE89370400440532013000' };

const partnerCalls: Calls<keyof typeof PARTNER> = {
  ...sharedCalls(() => ({
    admin: firm,
    second: secondOfFirm,
    visit: () =>
      new Partner({
        url: product.partner,
        auth: session(),
        fetch: browserFetch(origins.partner, watch.partner.fetch),
      }),
    roles: ['partner:admin'],
    scope: 'reports:view',
    event: 'disbursement.approved',
  })),
  signIn: async () => expect((await signIn()).token).toMatch(/^ey/),
  checkToken: async () => expect(await (await signedIn()).tokens.check()).toBeDefined(),
  renewToken: async () => expect((await (await signedIn()).tokens.renew()).token).toMatch(/^ey/),
  endToken: async () => (await signedIn()).tokens.end(),
  listReports: async () => expect(await partner.reports.list()).toBeDefined(),
  getPerformance: async () => {
    const [row] = (await partner.reports.performance().page({ limit: 1 })).data;
    expect(row).toBeDefined();
  },
  getIbPerformance: async () =>
    expect((await partner.reports.ibPerformance().totals()).reward_usd).toMatch(/^\d+(\.\d+)?$/),
  getTrafficQuality: async () =>
    expect(await refusal(partner.reports.trafficQuality('1999-01').totals())).toBe('not_found'),
  getClients: async () => {
    const { client_uid } = await firstOf(partner.reports.clients().rows());
    expect(await partner.profile.checkAffiliation({ client_uid })).toMatchObject({ affiliated: true });
  },
  getClientAccounts: async () =>
    expect((await partner.reports.clientAccounts().totals()).reward_usd).toMatch(/^\d+(\.\d+)?$/),
  listFilterValues: async () => {
    const { values } = await partner.reports.values('clients', { field: 'client_country' });
    expect(values.length).toBeGreaterThan(0);
  },
  listSavedViews: async () => expect((await partner.views.list()).views).toBeInstanceOf(Array),
  createSavedView: async () => expect((await saveView()).report).toBe('clients'),
  changeSavedView: async () => {
    const { id } = await saveView();
    expect((await partner.views.update(id, { query: {} })).query).toEqual({});
  },
  removeSavedView: async () => partner.views.remove((await saveView()).id),
  scheduleSavedView: async () => {
    const daily = { every: 'day', time: '07:00', time_zone: 'UTC' } as const;
    // Only people get mail.
    expect(await refusal(partner.views.schedule((await saveView()).id, daily))).toBe('forbidden');
  },
  unscheduleSavedView: async () =>
    expect(await refusal(partner.views.unschedule((await saveView()).id))).toBe('not_found'),
  showPartnerSummary: async () =>
    expect((await partner.profile.summary()).this_month.reward_usd).toMatch(/^-?\d+(\.\d+)?$/),
  showPartnerTier: async () =>
    expect((await partner.profile.tier()).next?.threshold).toMatch(/^\d+(\.\d+)?$/),
  checkAffiliation: async () =>
    expect(await partner.profile.checkAffiliation({ client_uid: 'nobody' })).toMatchObject({
      affiliated: false,
    }),
  getSecondLevelAccounts: async () =>
    expect((await partner.reports.secondLevelAccounts().page()).data).toBeInstanceOf(Array),
  getSecondLevelRewards: async () =>
    expect(await partner.reports.secondLevelRewards().totals()).toBeDefined(),
  getSubpartners: async () =>
    expect((await partner.reports.subpartners().totals()).reward_usd).toMatch(/^\d+(\.\d+)?$/),
  listLinks: async () => expect((await partner.links.list({ limit: 1 })).links).toHaveLength(1),
  createLink: async () => {
    const link = { link_code: 'taken', partner_account: 'nothing' };
    expect(await refusal(partner.links.create(link))).toBe('unprocessable');
  },
  listCampaigns: async () => expect((await partner.links.campaigns()).campaigns).toBeInstanceOf(Array),
  getSymbols: async () =>
    expect((await partner.reports.symbols().totals()).reward_usd).toMatch(/^\d+(\.\d+)?$/),
  getClientTransactions: async () => {
    const csv = await new Response(await partner.reports.clientTransactions().csv()).text();
    expect(csv).toContain('order_id');
  },
  getSharedAccounts: async () => expect(await partner.reports.sharedAccounts().totals()).toBeDefined(),
  getProgressRewards: async () => expect(await partner.reports.progressRewards().totals()).toBeDefined(),
  getProgressRewardDetail: async () =>
    expect((await partner.reports.progressRewardDetail('1').page()).data).toEqual(expect.any(Array)),
  getCreditedRewards: async () => expect(await partner.reports.creditedRewards().totals()).toBeDefined(),
  listWalletAccounts: async () => expect(await partner.wallets.list()).toBeDefined(),
  renameWalletAccount: async () =>
    expect(await refusal(partner.wallets.rename('nothing', 'Europe'))).toBe('not_found'),
  listWalletEntries: async () =>
    expect(await refusal(partner.wallets.entries('nothing').page())).toBe('not_found'),
  showWalletBalance: async () =>
    expect(await refusal(partner.wallets.balance('nothing', '2024-03-31'))).toBe('not_found'),
  makeWalletStatement: async () =>
    expect(await refusal(partner.wallets.statement('nothing', '2024-03'))).toBe('not_found'),
  listDisbursementBalances: async () => expect(await partner.disbursements.balances()).toBeDefined(),
  listDisbursements: async () => expect(await partner.disbursements.list()).toHaveProperty('count'),
  requestDisbursement: async () =>
    expect(await refusal(partner.disbursements.request({ account_id: 'nothing' }))).toBe('not_found'),
  showDisbursement: async () => expect(await refusal(partner.disbursements.get(999_999))).toBe('not_found'),
  cancelDisbursement: async () =>
    expect(await refusal(partner.disbursements.cancel(999_999, 'Not now.'))).toBe('not_found'),
  listDisbursementMethods: async () =>
    expect(await partner.disbursements.methods()).toHaveProperty('methods'),
  listDisbursementDestinations: async () =>
    expect(await partner.disbursements.destinations()).toHaveProperty('count'),
  saveDisbursementDestination: async () =>
    expect(await refusal(partner.disbursements.saveDestination('nothing', BANK_ACCOUNT))).toBe('not_found'),
  showDisbursementRecipient: async () =>
    expect(await refusal(partner.disbursements.recipient(NOTHING))).toBe('not_found'),
  showSelfBillingAgreement: async () =>
    expect(await partner.disbursements.agreement()).toHaveProperty('text'),
  acceptSelfBillingAgreement: async () => {
    const address = { town: 'Lisboa', country: 'PT' };
    const { text_sha256 } = await partner.disbursements.agreement();
    const agreement = { name: 'Partner Lda', kind: 'company', address, text_sha256 } as const;
    expect(await partner.disbursements.acceptAgreement(agreement)).toMatchObject(agreement);
  },
  listSelfBillingDocuments: async () =>
    expect(await partner.disbursements.documents()).toHaveProperty('count'),
  showSelfBillingDocument: async () =>
    expect(await refusal(partner.disbursements.document('SB-2024-000001'))).toBe('not_found'),
  listAllDisbursements: async () =>
    expect(await firm.managedDisbursements.list({ status: 'REQUESTED' })).toHaveProperty('count'),
  showAnyDisbursement: async () =>
    expect(await refusal(firm.managedDisbursements.get(999_999))).toBe('not_found'),
  approveDisbursements: async () =>
    expect(await refusal(firm.managedDisbursements.approve([999_999]))).toBe('not_found'),
  cancelAnyDisbursement: async () =>
    expect(await refusal(firm.managedDisbursements.cancel(999_999, 'Not now.'))).toBe('not_found'),
  settleDisbursement: async () => {
    const settlement = { outcome: 'PAID', reason: 'Statement 7' } as const;
    expect(await refusal(firm.managedDisbursements.settle(999_999, settlement))).toBe('not_found');
  },
  confirmDisbursement: async () => {
    const paid = { outcome: 'PAID' as const, amount: '1.00', currency: 'EUR', reference: 'P-1' };
    expect(await refusal(firm.managedDisbursements.confirmPayment(999_999, paid))).toBe('not_found');
  },
  reviewDisbursement: async () =>
    expect(await refusal(firm.managedDisbursements.review(999_999))).toBe('not_found'),
  listAllDisbursementDestinations: async () =>
    expect(await firm.managedDisbursements.destinations()).toHaveProperty('count'),
  showAnyDisbursementRecipient: async () =>
    expect(await refusal(firm.managedDisbursements.recipient(NOTHING))).toBe('not_found'),
  eraseDisbursementRecipient: async () =>
    expect(await refusal(firm.managedDisbursements.eraseRecipient(NOTHING))).toBe('not_found'),
  confirmDisbursementDestination: async () =>
    expect(await refusal(firm.managedDisbursements.confirmDestination(NOTHING))).toBe('not_found'),
  refuseDisbursementDestination: async () =>
    expect(await refusal(firm.managedDisbursements.refuseDestination(NOTHING, 'No.'))).toBe('not_found'),
  listDisbursementRuns: async () => expect(await firm.managedDisbursements.runs()).toHaveProperty('count'),
  previewDisbursementRun: async () =>
    expect(await firm.managedDisbursements.previewRun()).toHaveProperty('left_out'),
  makeDisbursementRun: async () => expect(await firm.managedDisbursements.makeRun()).toHaveProperty('number'),
  approveDisbursementRun: async () =>
    expect(await refusal(firm.managedDisbursements.approveRun(999_999))).toBe('not_found'),
  listDisbursementBanks: async () => expect(await firm.managedDisbursements.banks()).toHaveProperty('banks'),
  listDisbursementFiles: async () => expect(await firm.managedDisbursements.files()).toHaveProperty('count'),
  sealDisbursementFile: async () =>
    expect(await refusal(firm.managedDisbursements.seal({ bank: 'none' }))).toBe('validation_failed'),
  fetchDisbursementFile: async () =>
    expect(await refusal(firm.managedDisbursements.fetchFile(999_999))).toBe('not_found'),
  unsealDisbursementFile: async () =>
    expect(await refusal(firm.managedDisbursements.unseal(999_999))).toBe('not_found'),
  importDisbursementAnswer: async () =>
    expect(await refusal(firm.managedDisbursements.importAnswer('none', '<Document/>'))).toBe(
      'validation_failed',
    ),
  listUnmatchedDisbursementLines: async () =>
    expect(await firm.managedDisbursements.unmatched()).toHaveProperty('count'),
  assignUnmatchedDisbursementLine: async () =>
    expect(await refusal(firm.managedDisbursements.assignUnmatched('999999', 1))).toBe('not_found'),
  dismissUnmatchedDisbursementLine: async () =>
    expect(await refusal(firm.managedDisbursements.dismissUnmatched('999999', 'A fee.'))).toBe('not_found'),
  listDisbursementBlocks: async () =>
    expect(await firm.managedDisbursements.blocks()).toHaveProperty('count'),
  listAllSelfBillingDocuments: async () =>
    expect(await firm.managedDisbursements.documents()).toHaveProperty('count'),
  showAnySelfBillingDocument: async () =>
    expect(await refusal(firm.managedDisbursements.document('SB-2024-000001'))).toBe('not_found'),
  blockDisbursements: async () =>
    expect(await refusal(firm.managedDisbursements.block('nobody', 'Under review'))).toBe('not_found'),
  unblockDisbursements: async () =>
    expect(await refusal(firm.managedDisbursements.unblock('nobody'))).toBe('not_found'),
  listRebateGroups: async () => expect(await partner.rebateGroups.list()).toBeDefined(),
  createRebateGroup: async () => expect((await createGroup()).rebate_percent).toBe('12.5'),
  getRebateGroup: async () => {
    const { id } = await createGroup();
    expect((await partner.rebateGroups.get(id)).id).toBe(id);
  },
  changeRebateGroup: async () => {
    const { id } = await createGroup();
    const { etag: ifMatch } = await partner.rebateGroups.get(id);
    const change = { rebate_percent: '7.25' };
    expect((await partner.rebateGroups.update(id, change, { ifMatch })).rebate_percent).toBe('7.25');
    expect(await refusal(partner.rebateGroups.update(id, change, { ifMatch }))).toBe('precondition_failed');
  },
  removeRebateGroup: async () => {
    const { id } = await createGroup();
    await partner.rebateGroups.remove(id);
  },
  listRebateGroupClients: async () => {
    const { id } = await createGroup();
    expect(await partner.rebateGroups.clients(id).toArray({ limit: 10 })).toEqual([]);
  },
  moveClientIntoRebateGroup: async () => {
    const { id } = await createGroup();
    expect(await refusal(partner.rebateGroups.addClient(id, 'nobody'))).toBe('not_found');
  },
  moveClientOutOfRebateGroup: async () => {
    const { id } = await createGroup();
    expect(await refusal(partner.rebateGroups.removeClient(id, 'nobody'))).toBe('not_found');
  },
  listRebateRuns: async () => {
    const { id } = await createGroup();
    expect(await partner.rebateGroups.runs(id)).toBeDefined();
  },
  previewRebateRun: async () => {
    const { id } = await createGroup();
    expect(await partner.rebateGroups.previewRun(id)).toMatchObject({ count: 0, rebates: [] });
  },
  decideRebateRun: async () => {
    const { id } = await createGroup();
    const decided = partner.rebateGroups.decideRun(id, '2024-03-04', { decision: 'approve' });
    expect(await refusal(decided)).toBe('not_found');
  },
  explainForexOrder: async () => expect(await eitherOrder('explainForex')).toBe(true),
  explainForexOrderOnServer: async () => expect(await eitherOrder('explainForexOnServer')).toBe(true),
  explainCfdOrder: async () => expect(await eitherOrder('explainCfd')).toBe(true),
  explainCfdOrderOnServer: async () => expect(await eitherOrder('explainCfdOnServer')).toBe(true),
  explainOrder: async () => expect(await partner.orders.explain(await anOrder())).toBeDefined(),
  explainCreditedReward: async () =>
    expect(await refusal(partner.orders.explainCredited(999_999_999))).toMatch(/not_found|validation_failed/),
  explainProgressReward: async () =>
    expect(await refusal(partner.orders.explainProgress(999_999_999))).toMatch(/not_found|validation_failed/),
  listExplainedRewards: async () => {
    const { rows, count } = await partner.orders.credited({ limit: 1 });
    expect(rows).toHaveLength(Math.min(1, count));
  },
  listRewardDays: async () => expect((await partner.orders.creditedDays()).days).toBeDefined(),
  explainRebateRun: async () => {
    const { id } = await createGroup();
    expect(await refusal(partner.rebateGroups.explainRun(id, '2024-03-04'))).toBe('not_found');
  },
  sendFacts: async () => {
    const rates = [{ currency: 'EUR', rate_date: '2024-03-01', per_usd: '0.9235' }];
    expect(await firm.facts.send('rates', rates)).toMatchObject({ refused: 0, faults: [] });
  },
  importFacts: async () => {
    const stored = { kind: 'orders', file: `imports/${randomUUID()}.parquet` };
    expect(await refusal(firm.facts.import(stored))).toMatch(/not_found|unprocessable/);
  },
  voidFacts: async () => {
    const voided = firm.facts.void({ batch: 999_999_999, reason: 'Sent twice by mistake.' });
    expect(await refusal(voided)).toMatch(/not_found|validation_failed/);
  },
  getFactsStatus: async () => expect(await firm.facts.status()).toBeDefined(),
  rebuildFacts: async () => firm.facts.rebuild(),
  runCrediting: async () =>
    expect(await firm.crediting.run({ through: '2024-03-31' })).toHaveProperty('payouts'),
  showPayout: async () => expect(await refusal(firm.crediting.payout(999_999))).toBe('not_found'),
  listPayouts: async () => expect(await firm.crediting.payouts({ limit: 1 })).toHaveProperty('payouts'),
  listFactKinds: async () => expect(await firm.facts.kinds()).toHaveProperty('kinds'),
  listFacts: async () => expect(await firm.facts.rows('rates', { limit: 1 })).toHaveProperty('rows'),
  listFactBatches: async () => expect(await firm.facts.batches({ limit: 1 })).toHaveProperty('batches'),
  listPartners: async () => expect(await firm.partners.list({ limit: 1 })).toHaveProperty('partners'),
  createPartner: async () => expect(await createPartner()).toMatch(/^sdk-/),
  showPartner: async () => {
    const partner_uid = await createPartner();
    expect(await firm.partners.get(partner_uid)).toMatchObject({ partner_uid });
  },
  changePartner: async () =>
    expect(await firm.partners.update(await createPartner(), { country: 'ES' })).toMatchObject({
      country: 'ES',
    }),
  createPartnerAccount: async () => expect(await createAccount()).toHaveLength(2),
  listPartnerLinks: async () =>
    expect(await firm.partners.links(await createPartner())).toMatchObject({ count: 0 }),
  createPartnerLink: async () => {
    const [uid, account] = await createAccount();
    await firm.partners.createLink(uid, { link_code: `sdk-${(made += 1)}`, partner_account: account });
  },
  suspendPartner: async () => {
    const suspended = await firm.partners.suspend(await createPartner(), { suspended_from: '2024-03-10' });
    expect(suspended).toMatchObject({ status: 'PROPOSED', kind: 'suspensions' });
  },
  reinstatePartner: async () => {
    const refused = firm.partners.reinstate(await createPartner(), { reinstated_from: '2024-03-20' });
    expect(await refusal(refused)).toBe('unprocessable');
  },
  proposeLedgerEntry: async () => {
    const entry = { account_id: 'nothing', kind: 'bonus', amount: '1', reason: 'Spring' } as const;
    expect(await refusal(firm.partners.proposeEntry(await createPartner(), entry))).toBe('unprocessable');
  },
  getProgramPerformance: async () =>
    expect(await firm.reports.programPerformance().page({ limit: 1 })).toHaveProperty('totals'),
  getProgramIbPerformance: async () =>
    expect(await firm.reports.programIbPerformance().page({ limit: 1 })).toHaveProperty('totals'),
  createCampaign: async () =>
    firm.partners.createCampaign({ campaign_code: `sdk-${(made += 1)}`, title: 'From the SDK' }),
  listTariffs: async () => expect(await firm.terms.tariffs({ limit: 1 })).toHaveProperty('rows'),
  showTariffHistory: async () => {
    const { partner_uid, account_type, symbol } = TARIFF;
    const history = await firm.terms.tariffHistory({ partner_uid, account_type, symbol });
    expect(history).toHaveProperty('versions');
  },
  listTierChanges: async () => expect(await firm.terms.tierChanges({ limit: 1 })).toHaveProperty('rows'),
  showTierChangeHistory: async () =>
    expect(await firm.terms.tierChangeHistory(999_999)).toEqual({ versions: [] }),
  listTierLevels: async () => expect(await firm.terms.tierLevels({ limit: 1 })).toMatchObject({ rows: [{}] }),
  showTierLevelHistory: async () =>
    expect(await firm.terms.tierLevelHistory(999_999)).toEqual({ versions: [] }),
  previewTierChanges: async () =>
    expect(await refusal(firm.proposals.previewTierChanges({ tier_changes: [{}] }))).toBe(
      'validation_failed',
    ),
  previewTariffs: async () =>
    expect(await firm.proposals.preview({ month: '2024-03', tariffs: [TARIFF] })).toHaveProperty('partners'),
  listProposals: async () => expect(await firm.proposals.list({ limit: 1 })).toHaveProperty('proposals'),
  createProposal: async () => expect(await proposeTariff()).toMatch(/^[0-9a-f-]{36}$/),
  showProposal: async () => expect(await firm.proposals.get(await proposeTariff())).toHaveProperty('status'),
  confirmProposal: async () =>
    expect(await refusal(firm.proposals.confirm(await proposeTariff()))).toBe('unprocessable'),
  withdrawProposal: async () =>
    expect(await firm.proposals.withdraw(await proposeTariff())).toMatchObject({ status: 'WITHDRAWN' }),
  refuseProposal: async () =>
    expect(await refusal(firm.proposals.refuse(await proposeTariff()))).toBe('unprocessable'),
  listProgramAudit: async () => {
    await proposeTariff();
    const latest = await firstOf(firm.audit.list({ q: 'action:proposal.create' }));
    expect(latest).toMatchObject({ action: 'proposal.create', actor: { kind: 'client', id: 'firm' } });
  },
  describeProgramAuditFilter: async () => expect(await firm.audit.filter()).toHaveProperty('fields'),
};

const TARIFF = {
  partner_uid: '*',
  account_type: '*',
  symbol: '*',
  valid_from: '2024-01-01',
  formula_code: 'formula_ecn',
  rate_per_million: '1',
  level: 1,
};

const proposeTariff = async () => (await firm.proposals.create({ kind: 'tariffs', facts: [TARIFF] })).id;

async function createPartner(): Promise<string> {
  const partner_uid = `sdk-${(made += 1)}`;
  await firm.partners.create({ partner_uid });
  return partner_uid;
}

async function createAccount(): Promise<[string, string]> {
  const [uid, partner_account] = [await createPartner(), `7${(made += 1)}00`];
  const account = { partner_account, currency: 'EUR', account_name: 'Main', opened_on: '2024-01-02' };
  await firm.partners.createAccount(uid, account);
  return [uid, partner_account];
}

/** An order is explained by one of two formulas; the other one does not find it. */
async function eitherOrder(
  explain: 'explainForex' | 'explainCfd' | 'explainForexOnServer' | 'explainCfdOnServer',
): Promise<boolean> {
  const id = await anOrder();
  const [server = '', ticket = ''] = id.split(':');
  const { orders } = partner;
  const asked =
    explain === 'explainForex' || explain === 'explainCfd'
      ? orders[explain](id)
      : orders[explain](server, ticket);
  const found = await asked.catch((error: unknown) => error);
  return !(found instanceof QuaestorError) || found.code === 'not_found';
}

describe.each([
  ['trading', tradingCalls, watch.trading],
  ['partner', partnerCalls, watch.partner],
] as const)(
  'every operation of the %s service is called through the SDK and answers as declared',
  (_service, calls, { called, differences }) => {
    it.each(Object.entries(calls))('%s', async (operation, call) => {
      called.delete(operation);
      await call();
      expect(called).toContain(operation);
      expect(differences.splice(0)).toEqual([]);
    });
  },
);
