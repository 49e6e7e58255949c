import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../platform/auth/testing/browser.ts';
import { createTestDatabase } from '../testing/database.ts';
import { operatorContext } from './context.ts';
import { startPartners } from './testing/partners.ts';

const { url: databaseUrl, db } = await createTestDatabase();
const ORIGIN = { origin: 'http://partner.example' };
let group: Awaited<ReturnType<typeof startPartners>>;

beforeAll(async () => {
  group = await startPartners(databaseUrl, 2);
}, 180_000);
afterAll(() => group.close(), 60_000);

test('a manager who signed in at a process that does not write creates a partner there', async () => {
  const reader = group.processes[1]?.url ?? '';
  const person = { login: 'ada', tenant: 'default', roles: ['partner:manager'] };
  const manager = await signUp(operatorContext(db), reader, person, ORIGIN);
  const partner = { partner_uid: 'P7', country: 'PT' };
  const created = await manager.call('POST', '/api/manage/partners', partner, {
    ...ORIGIN,
    'idempotency-key': 'k-1',
  });
  expect([created.status, created.body]).toEqual([201, {}]);
  const forged = await manager.call('POST', '/api/manage/partners', { partner_uid: 'P8' });
  expect(forged.status).toBe(403);
  const proposal = { kind: 'partners', facts: [{ ...partner, country: 'ES' }] };
  expect((await manager.call('POST', '/api/manage/proposals', proposal, ORIGIN)).status).toBe(201);
  const audited = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_kind'])
    .where('action', '=', 'program.change')
    .execute();
  expect(audited).toEqual([{ actor_id: 'ada', actor_kind: 'person' }]);
});
