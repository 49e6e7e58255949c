import { describe, expect } from 'vitest';
import { recordVerification } from '../../platform/audit/index.ts';
import { write } from '../../platform/audit/testing/entries.ts';
import type { FilterDescription } from '../../platform/filters/index.ts';
import { ADA, GRACE, openProgramService } from '../program/testing/service.ts';
import { auditEndpoints } from './index.ts';
import type { AuditEntries } from './schema.ts';
import { thorough } from '../../testing/effort.ts';

const AT = new Date('2024-06-01T12:00:00.000Z');
const MANAGER = 'person:manager:program:view';
const DEFAULT = { kind: 'person', id: 'ada', tenant: 'default', scopes: new Set<string>() } as const;

/** A program in which Ada proposed a tariff and Grace confirmed it, beside entries that managers must not see. */
async function open() {
  const service = await openProgramService(() => auditEndpoints());
  const { db } = service.context;
  const { send } = service;
  await write(db, 'w1', {}, { actor: DEFAULT, action: 'withdrawal.create', service: 'trading' });
  await write(db, 'p1', {}, { action: 'proposal.create', service: 'partner' });
  await write(db, 's1', {}, { actor: DEFAULT, action: 'session.start', service: 'partner' });
  await write(db, 'c1', {}, { actor: DEFAULT, action: 'credential.create', service: 'trading' });
  await write(db, 'a1', {}, { actor: DEFAULT, action: 'access.confirm', service: 'partner' });
  await write(db, 'n1', {}, { actor: DEFAULT, action: 'notice.save-email', service: 'partner' });
  const id = await service.propose('tariffs', {
    partner_uid: '*',
    account_type: '*',
    symbol: 'EURUSD',
    valid_from: '2024-06-01',
    formula_code: 'formula_ecn',
    rate_per_million: '2',
    level: 1,
  });
  expect((await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(200);
  const list = async (who: string, query = '') => {
    const { status, body } = await send(who, 'GET', `manage/audit${query}`);
    return { status, body: body as unknown as AuditEntries & { errors?: object } };
  };
  return { ...service, db, list, id };
}

const actionsOf = ({ body }: { body: AuditEntries }) => body.entries.map(({ action }) => action);
const q = (filter: string) => `?${new URLSearchParams({ q: filter }).toString()}`;

describe('the audit log of the program', () => {
  thorough(
    'shows managers who did what in the program of their tenant, and admins what concerns people too',
    async () => {
      const { list, id } = await open();
      const { status, body } = await list(MANAGER, '?limit=2');
      expect(status).toBe(200);
      expect(body.entries).toMatchObject([
        {
          action: 'proposal.confirm',
          actor: { kind: 'client', id: 'grace' },
          subject: { kind: 'proposal', id },
        },
        {
          action: 'proposal.create',
          actor: { kind: 'client', id: 'ada' },
          subject: { kind: 'proposal', id },
          details: { kind: 'tariffs' },
        },
      ]);
      const seen = actionsOf(await list(MANAGER));
      expect(seen.filter((action) => action === 'proposal.create')).toHaveLength(1);
      expect(
        seen.filter((action) => /^(withdrawal|session|credential|access|notice)\./.test(action)),
      ).toEqual([]);
      expect(actionsOf(await list(ADA))).toEqual([
        ...seen.slice(0, 2),
        'notice.save-email',
        'access.confirm',
        'credential.create',
        'session.start',
        ...seen.slice(2),
      ]);
    },
  );

  thorough('is filtered, counted and read by cursors, and tells the state of the chain', async () => {
    const { db, list, send } = await open();
    expect(actionsOf(await list(MANAGER, q('action:proposal.* AND actorId:grace')))).toEqual([
      'proposal.confirm',
    ]);
    const all = await list(ADA);
    expect([all.body.count, all.body.next_cursor]).toEqual([all.body.entries.length, null]);
    const ids = all.body.entries.map((entry) => entry.id);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await list(ADA, `?limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.entries.map((entry) => entry.id));
      expect(body.count).toBe(ids.length);
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids);
    const { body: later } = await list(ADA, '?limit=2&offset=1');
    expect(later.entries.map((entry) => entry.id)).toEqual(ids.slice(1, 3));
    expect(all.body.verification).toBeNull();
    await recordVerification(db, { now: () => AT });
    const verified = await list(MANAGER, '?limit=1');
    expect(verified.body.verification).toEqual({ at: AT.toISOString(), intact: true, fault: null });
    const { body } = await send(MANAGER, 'GET', 'manage/audit/filter');
    const { fields } = body as unknown as FilterDescription;
    const actions = fields.find(({ name }) => name === 'action')?.values;
    expect(actions).toEqual(expect.arrayContaining(['proposal.confirm', 'proposal.create']));
    expect(actions).not.toContain('session.start');
    expect(actions).not.toContain('withdrawal.create');
  });

  thorough(
    'refuses bad parameters, cursors of other filters, and every credential of a partner',
    async () => {
      const { list, send } = await open();
      const { body: first } = await list(MANAGER, '?limit=1');
      const cursor = String(first.next_cursor);
      for (const [query, field] of [
        ['q=colour:red', 'q'],
        ['cursor=abc', 'cursor'],
        [`cursor=${cursor}&q=action:proposal.*`, 'cursor'],
        [`cursor=${cursor.slice(0, -2)}`, 'cursor'],
        [`cursor=${cursor}&offset=1`, 'offset'],
        ['limit=1001', 'limit'],
      ] as const) {
        const { status, body } = await list(MANAGER, `?${query}`);
        expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
      }
      for (const who of ['partner:P1', 'person:paula:reports:view', 'person:feeder:facts:write']) {
        expect([who, (await list(who)).status]).toEqual([who, 403]);
        expect([who, (await send(who, 'GET', 'manage/audit/filter')).status]).toEqual([who, 403]);
      }
    },
  );
});
