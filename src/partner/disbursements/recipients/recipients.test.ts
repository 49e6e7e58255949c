import { describe, expect, test } from 'vitest';
import { sealAudit, verifyAudit } from '../../../platform/audit/index.ts';
import { openPersonalData, type TravelRule } from '../../../platform/personal-data/index.ts';
import { MARKER, RECIPIENTS } from '../../../platform/personal-data/testing/samples.ts';
import { eraseOutdated, findRecipients, resealRecipients } from '../../../platform/recipients/index.ts';
import { SYSTEM } from '../../wallets/testing/office.ts';
import { ALL, GERMAN, openBureau, OWN, PERSONAL, type Partner } from '../testing/bureau.ts';
import { NO_ISSUER } from '../testing/issuer.ts';
import { uses } from './uses.ts';

const ON_CHAIN = {
  url: 'http://127.0.0.1:9',
  clientId: 'payer',
  clientSecret: 'secret',
  networks: [{ asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' } as const],
};
const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const bureau = await openBureau([], NO_ISSUER, [], ON_CHAIN);
const { office, join, save, decide, request, approve } = bureau;
const { sql, db } = office.database;

/** Everything that can be said, with a marker in every member that describes people. */
const PERSON = RECIPIENTS['a person with an account elsewhere'] as TravelRule;
const OTHER: TravelRule = {
  relation: 'THIRD_PARTY',
  party: { kind: 'LEGAL', companyName: 'Hopper Ltd' },
  wallet: { kind: 'SELF_HOSTED' },
};
const tron = (travel_rule?: unknown) => ({ kind: 'chain', network: 'TRON', wallet: WALLET, travel_rule });

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly recipient?: { readonly id: string; readonly hash: string };
}

async function said(travelRule: TravelRule = PERSON, partner?: Partner) {
  const by = partner ?? (await join('100', 'USDT'));
  const { status, body, text } = await save(by, tron(travelRule));
  expect([status, text.includes(MARKER)]).toEqual([201, false]);
  const shown = body as unknown as Shown;
  return { partner: by, id: shown.id, recipient: shown.recipient ?? { id: '', hash: '' } };
}

const own = (actor: string, id: string) => office.send<Read>(actor, 'GET', `${OWN}recipients/${id}/`);
const any = (actor: string, id: string) => office.send<Read>(actor, 'GET', `${ALL}/recipients/${id}`);
const erase = (id: string, actor = 'admin:ann') => office.send(actor, 'DELETE', `${ALL}/recipients/${id}`);
interface Read {
  readonly hash: string;
  readonly travel_rule: TravelRule | null;
  readonly erased_at: string | null;
}
const count = async () => (await sql`select from recipient`).length;

describe('who receives what is paid on chain', () => {
  test('is said with the address, is confirmed with it, and is shown as a mark', async () => {
    const { partner, id, recipient } = await said();
    expect(recipient).toEqual({
      id: expect.any(String) as string,
      hash: PERSONAL.hash('default', PERSON as never),
    });
    const confirmed = await decide(id, 'confirm');
    expect(confirmed.body).toMatchObject({ status: 'CONFIRMED', recipient });
    const lists = [
      await office.send(partner.uid, 'GET', `${OWN}destinations/`),
      await office.send('manager:ada', 'GET', `${ALL}/destinations?partner_uid=${partner.uid}`),
    ];
    for (const { text } of lists) {
      expect(text).toContain(recipient.hash);
      expect(text).not.toContain(MARKER);
    }
    const audited = await sql<{ details: string }[]>`
      select details::text as details from audit_log where subject_id = ${id}`;
    expect(audited).toHaveLength(2);
    for (const { details } of audited) expect(details).not.toContain(MARKER);
  });

  test('is read by its partner and with the scope for it, and by nobody else', async () => {
    const { partner, recipient } = await said();
    expect((await own(partner.uid, recipient.id)).body).toMatchObject({
      hash: recipient.hash,
      travel_rule: PERSON,
      erased_at: null,
    });
    expect((await any('compliance:cleo', recipient.id)).body.travel_rule).toEqual(PERSON);
    const another = await join('1', 'USDT');
    const refused = [
      ['another partner', await own(another.uid, recipient.id), 404],
      ['a reader of the same partner', await own(`reader:${partner.uid}`, recipient.id), 403],
      ['the partner as a manager', await any(partner.uid, recipient.id), 403],
      ['a manager', await any('manager:ada', recipient.id), 403],
      ['a manager as the partner', await own('manager:ada', recipient.id), 403],
      ['an admin', await any('admin:ann', recipient.id), 403],
      ['somebody of another tenant', await any('foreign:cleo', recipient.id), 404],
    ] as const;
    for (const [who, { status, text }, expected] of refused)
      expect([who, status, text.includes(MARKER)]).toEqual([who, expected, false]);
  });

  test('leaves an audit entry when somebody else than its partner reads it, with nothing of what was said', async () => {
    const { partner, recipient } = await said();
    const views = () => sql`
      select actor_id, details from audit_log
      where action = 'recipient.view' and subject_id = ${recipient.id}`;
    expect((await own(partner.uid, recipient.id)).status).toBe(200);
    for (const actor of ['manager:ada', 'admin:ann', 'foreign:cleo', partner.uid])
      expect((await any(actor, recipient.id)).status).toBeGreaterThan(400);
    expect(await views()).toEqual([]);
    expect((await any('compliance:cleo', recipient.id)).status).toBe(200);
    expect(await views()).toEqual([{ actor_id: 'compliance:cleo', details: { hash: recipient.hash } }]);
  });

  test('that another partner names as its own is not taken', async () => {
    const { recipient } = await said();
    const another = await join('1', 'USDT');
    const stolen = await save(another, { ...tron(), recipient });
    expect([stolen.status, Object.keys(stolen.body.errors ?? {})]).toEqual([400, ['recipient']]);
  });

  const long = 'x'.repeat(257);
  test.each<[string, unknown, string]>([
    ['that it is the program itself', { ...PERSON, relation: 'OWN' }, 'travel_rule.relation'],
    ['nothing about the wallet', { relation: 'THIRD_PARTY' }, 'travel_rule.wallet'],
    [
      'a text that is too long',
      { ...OTHER, party: { kind: 'LEGAL', companyName: long } },
      'travel_rule.party.companyName',
    ],
    [
      'control characters',
      { ...OTHER, party: { kind: 'LEGAL', companyName: 'a\u0000b' } },
      'travel_rule.party.companyName',
    ],
    [
      'half of a character',
      { ...OTHER, party: { kind: 'LEGAL', companyName: '\ud800' } },
      'travel_rule.party.companyName',
    ],
    ['an unknown member', { ...OTHER, nickname: 'Ada' }, 'travel_rule.nickname'],
    ['a text instead', MARKER, 'travel_rule'],
    ['a list instead', [OTHER], 'travel_rule'],
  ])('is refused with %s, by name, and nothing is kept', async (_what, travelRule, field) => {
    const before = await count();
    const { status, body, text } = await save(await join('1', 'USDT'), tron(travelRule));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect([text.includes(MARKER), await count()]).toEqual([false, before]);
  });

  test('is refused of a bank account', async () => {
    const { status, body } = await save(await join('1'), { ...GERMAN, travel_rule: OTHER });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['travel_rule']]);
  });

  test('is kept as it was typed, whatever programs it looks like', async () => {
    const companyName = `'; drop table recipient; -- <script>alert(1)</script> {{x}} =cmd|' /C calc'!A0 𝔸\u202e`;
    const hostile: TravelRule = { ...OTHER, party: { kind: 'LEGAL', companyName } };
    const { partner, recipient } = await said(hostile);
    expect((await own(partner.uid, recipient.id)).body.travel_rule).toEqual(hostile);
  });

  test('is only checked by a dry run', async () => {
    const before = await count();
    const partner = await join('1', 'USDT');
    const { status } = await office.send(
      partner.uid,
      'POST',
      `${OWN}accounts/${partner.account}/destination/?dry_run=true`,
      { body: tron(PERSON) },
    );
    expect([status, await count()]).toEqual([200, before]);
  });

  test('is said once by a request that is repeated, and the same key for somebody else is refused', async () => {
    const partner = await join('1', 'USDT');
    const ask = (travelRule: TravelRule) =>
      office.send(partner.uid, 'POST', `${OWN}accounts/${partner.account}/destination/`, {
        body: tron(travelRule),
        headers: { 'idempotency-key': `said-${partner.uid}` },
      });
    const before = await count();
    const first = await ask(PERSON);
    expect(await ask({ ...PERSON })).toEqual(first);
    expect([(await ask(OTHER)).body.code, await count()]).toEqual(['reference_reused', before + 1]);
  });

  test('changes with another destination only, which a manager confirms and which waits before it is used', async () => {
    const { partner, id } = await said();
    await decide(id, 'confirm');
    const { id: later } = await said(OTHER, partner);
    const { number } = (await request(partner)).body;
    expect((await approve([number])).status).toBe(204);
    expect(await bureau.show(number)).toMatchObject({ destination_id: id });
    const { body } = await decide(later, 'confirm');
    expect(Date.parse(body.usable_from ?? '')).toBe(office.time.now.getTime() + 72 * 3_600_000);
  });

  test('cannot be changed by a manager, nor in the database', async () => {
    const { partner, id, recipient } = await said();
    await decide(id, 'confirm');
    expect((await save(partner, tron(OTHER), 'manager:ada')).status).toBe(403);
    const { recipient: other } = await said(OTHER);
    await expect(
      sql`update disbursement_destination set details = details || ${sql.json({ recipient: other })} where id = ${id}`,
    ).rejects.toThrow('keeps its details');
    // What is sealed for one cannot be read as another.
    await sql`update recipient set sealed = (select sealed from recipient where id = ${other.id}) where id = ${recipient.id}`;
    const { status, body } = await any('compliance:cleo', recipient.id);
    expect([status, (body as unknown as { detail: string }).detail]).toEqual([
      422,
      expect.stringContaining('cannot be read'),
    ]);
  });

  test('stands in no column in clear', async () => {
    await said();
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select count(*)::int as n from ${name} as t where t::text ilike '%${MARKER}%'
          or t::text like '%${Buffer.from(MARKER).toString('hex')}%'`,
      );
      if (row?.['n'] > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });
});

describe('a recipient that is kept', () => {
  test('is erased once nothing needs it, and the audit log can be verified', async () => {
    const { partner, id, recipient } = await said();
    expect((await erase(recipient.id)).body.detail).toContain(`account ${partner.account}`);
    await decide(id, 'confirm');
    const { number } = (await request(partner)).body;
    await approve([number]);
    const { id: later } = await said(OTHER, partner);
    await decide(later, 'confirm');
    expect((await erase(recipient.id)).body.detail).toBe(`Disbursement ${number} has not ended.`);
    for (const actor of ['manager:ada', 'compliance:cleo', partner.uid])
      expect((await erase(recipient.id, actor)).status).toBe(403);
    await sql`update disbursement set status = 'FAILED' where number = ${number}`;
    expect((await erase(recipient.id)).status).toBe(204);
    expect((await own(partner.uid, recipient.id)).body).toMatchObject({
      hash: recipient.hash,
      travel_rule: null,
      erased_at: office.time.now.toISOString(),
    });
    expect((await erase(recipient.id)).body.code).toBe('invalid_transition');
    await sealAudit(db);
    expect(await verifyAudit(db)).toMatchObject({ pending: 0, fault: undefined });
  });

  test('is erased by itself when nothing has needed it for as long as is set', async () => {
    const { partner, id, recipient } = await said();
    const { recipient: confirmed, id: other } = await said();
    await decide(other, 'confirm');
    await decide(id, 'confirm');
    const { number } = (await request(partner)).body;
    await approve([number]);
    const { id: later } = await said(OTHER, partner);
    await decide(later, 'confirm');
    await sql`update disbursement set status = 'FAILED' where number = ${number}`;
    const DAY_MS = 24 * 3_600_000;
    const began = office.time.now;
    const passed = async (days: number) => {
      office.time.now = new Date(began.getTime() + days * DAY_MS);
      await eraseOutdated(office.as(SYSTEM), uses, 3);
      return (await any('compliance:cleo', recipient.id)).body.travel_rule;
    };
    expect(await passed(2.9)).toEqual(PERSON);
    expect(await passed(3.1)).toBeNull();
    expect((await any('compliance:cleo', confirmed.id)).body.travel_rule).toEqual(PERSON);
    office.time.now = began;
  });

  test('can be read after a change of the key, also without the former one', async () => {
    const { recipient } = await said();
    const [first, second] = [`first=${'k'.repeat(40)}`, `second=${'n'.repeat(40)}`];
    const owner = { tenant: 'default', service: 'partner' } as const;
    const openWith = async (keys: string[]) =>
      (await findRecipients(db, openPersonalData(keys), owner, [recipient.id])).get(recipient.id)?.data;
    await sql`delete from recipient where key_id <> 'first'`;
    await sql`update recipient set key_id = null, sealed = null, erased_at = now() where id <> ${recipient.id}`;
    expect(await resealRecipients(db, openPersonalData([second, first]))).toBe(1);
    expect(await openWith([second])).toEqual(PERSON);
    expect(await openWith([first])).toBeUndefined();
    await resealRecipients(db, openPersonalData([first, second]));
    expect(await openWith([first])).toEqual(PERSON);
  });
});

test('without a key nothing about people is taken, and the setting is named', async () => {
  const bare = await openBureau([], NO_ISSUER, [], ON_CHAIN, openPersonalData([]));
  const partner = await bare.join('1', 'USDT');
  const { status, body } = await bare.save(partner, tron(PERSON));
  expect([status, body.detail]).toEqual([422, expect.stringContaining('personalData.keys')]);
  expect((await bare.save(partner, tron())).status).toBe(201);
});
