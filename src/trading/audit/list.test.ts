import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordVerification, sealAudit } from '../../platform/audit/index.ts';
import { write } from '../../platform/audit/testing/entries.ts';
import { openWithdrawalService } from '../withdrawals/testing/service.ts';
import { auditEndpoints } from './index.ts';
import type { AuditPage } from './schema.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const { send, create, database } = await openWithdrawalService({ endpoints: auditEndpoints() });

const list = async (query: string, actor = 'ada') => {
  const { status, body } = await send(actor, 'GET', `audit${query}`);
  return { status, body: body as unknown as AuditPage & { errors?: object; offset?: number } };
};

const ids: string[] = [];
beforeAll(async () => {
  for (let index = 0; index < 9; index++) ids.unshift((await create()).body.id);
  await create({}, { actor: 'stranger' });
  await send('ada', 'POST', `venues/withdrawals/${ids[0]}/votes`, { body: { decision: 'REJECT' } });
  await sealAudit(database.db);
  await write(database.db, 'P1', {}, { action: 'proposal.create', service: 'partner' });
});

describe('the list of the audit log', () => {
  it('shows the changes of the tenant at this service, newest first, with who, what and the place in the chain', async () => {
    const { status, body } = await list('');
    expect([status, body.totalElements]).toEqual([200, 10]);
    expect(body.content.map(({ action }) => action)).toEqual([
      'withdrawal.vote',
      ...ids.map(() => 'withdrawal.create'),
    ]);
    const [vote, created] = body.content;
    expect(vote).toMatchObject({
      actor: { kind: 'client', id: 'ada' },
      subject: { kind: 'withdrawal', id: ids[0] },
      details: { decision: 'REJECT', status: 'CANCELLED' },
      seq: '11',
    });
    expect(vote?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(created).toMatchObject({
      actor: { id: 'desk' },
      subject: { id: ids[0] },
      details: { venue: 'test' },
    });
  });

  it.each([
    ['actorId:ada', 1],
    ['withdrawal.create', 9],
    ['action:withdrawal.* AND subjectKind:withdrawal', 10],
    ['seq:[2 TO 3]', 2],
    ['at:[2020 TO *]', 10],
    ['tenantId:other', 0],
  ])('filtered by %s has the rows it describes', async (q, rows) => {
    const { body } = await list(`?${new URLSearchParams({ q }).toString()}`);
    expect([body.totalElements, body.content.length]).toEqual([rows, rows]);
  });

  it('read by cursors has every row once while others are written', async () => {
    const all = (await list('?pageSize=100')).body.content.map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const { body } = await list(`?cursor=${cursor}&pageSize=3`);
      seen.push(...body.content.map(({ id }) => id));
      cursor = body.nextCursor ?? null;
      await create();
    }
    expect(seen).toEqual(all);
  });

  it('refuses a cursor with another filter, and one that was cut', async () => {
    const { body } = await list('?cursor=*&pageSize=2&q=withdrawal.create');
    const cursor = String(body.nextCursor);
    expect((await list(`?cursor=${cursor}&q=withdrawal.create`)).status).toBe(200);
    for (const query of [`cursor=${cursor}`, `cursor=${cursor.slice(0, -4)}&q=withdrawal.create`]) {
      const { status, body } = await list(`?${query}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['cursor']]);
    }
  });

  it.each([
    ['q=colour:red', 'q'],
    ['cursor=abc', 'cursor'],
    [`cursor=${Buffer.from('x|0|0').toString('base64url')}`, 'cursor'],
    ['pageSize=101', 'pageSize'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await list(`?${query}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('is refused without the scope admin', async () => {
    expect((await list('', 'viewer')).status).toBe(403);
  });
});

describe('the verification', () => {
  it('is null at first, then the last one, with the first bad row', async () => {
    expect((await list('')).body.verification).toBeNull();
    await recordVerification(database.db, { now: () => AT });
    const verified = { at: AT.toISOString(), intact: true, fault: null };
    expect((await list('')).body.verification).toEqual(verified);
    await database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update audit_log set actor_id = 'grace' where seq = 11`.execute(tx);
    });
    await recordVerification(database.db, { now: () => AT });
    expect((await list('')).body.verification).toEqual({
      ...verified,
      intact: false,
      fault: 'row 11: changed',
    });
  });
});
