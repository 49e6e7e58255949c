import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../kernel/index.ts';
import { openPersonalData, type PersonalData, type TravelRule } from '../platform/personal-data/index.ts';
import { findRecipients, insertRecipients, newRecipient } from '../platform/recipients/index.ts';
import { createTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { quaestor } from '../testing/process.ts';

/** More than are sealed at once. */
const COUNT = 1_200;
const [OLD, NEW] = [`old=${'o'.repeat(40)}`, `new=${'n'.repeat(40)}`];

const { url, db, sql } = await createTestDatabase();
const folder = makeFolder();
afterAll(() => removeFolder(folder));
const config = join(folder, 'quaestor.yaml');
const settings = { secret: 's'.repeat(32), data: folder, personalData: { keys: [NEW, OLD] } };
writeFileSync(config, JSON.stringify(settings));
const reseal = () => quaestor(['personal-data', 'reseal', '--config', config], { DATABASE_URL: url });

const nameOf = (index: number): string => `Ada ${index}`;
const recipientOf = (index: number): TravelRule => ({
  relation: 'THIRD_PARTY',
  party: { kind: 'LEGAL', companyName: nameOf(index) },
  wallet: { kind: 'SELF_HOSTED' },
});
const keys = async (): Promise<Record<string, number>> => {
  const rows = await sql<{ key_id: string; n: number }[]>`
    select key_id, count(*)::int as n from recipient group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ key_id, n }) => [key_id, n]));
};

const isUnderWay = async (): Promise<boolean> => {
  const rows = await db
    .selectFrom('recipient')
    .select('key_id')
    .where('key_id', '=', 'new')
    .limit(1)
    .execute();
  return rows.length > 0;
};

it('a change of the key that is killed half way leaves everything readable, and is finished by the next', async () => {
  const personal: PersonalData = openPersonalData([OLD]);
  const actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set<string>() } as const;
  const all = Array.from({ length: COUNT }, (_, index) =>
    newRecipient(
      { actor, clock: systemClock },
      personal,
      index % 2 ? 'partner' : 'trading',
      recipientOf(index),
    ),
  );
  await insertRecipients(
    db,
    all.map(({ row }) => row),
  ).execute();
  const ids = all.map(({ row }) => row.id);
  const namesWith = async (ring: readonly string[]): Promise<(string | undefined)[]> => {
    const find = (service: 'trading' | 'partner') =>
      findRecipients(db, openPersonalData(ring), { tenant: 'acme', service }, ids);
    const opened = new Map([...(await find('trading')), ...(await find('partner'))]);
    return ids.map((id) => opened.get(id)?.data?.party?.companyName);
  };
  const names = ids.map((_id, index) => nameOf(index));

  // Somebody else holds the last row, so that the command comes so far and no further.
  const last = ids.toSorted().at(-1) ?? '';
  await sql.begin(async (tx) => {
    await tx`select from recipient where id = ${last} for update`;
    const killed = reseal();
    await expect.poll(isUnderWay, { timeout: 60_000 }).toBe(true);
    killed.child.kill('SIGKILL');
    await killed.ended;
  });
  const half = await keys();
  expect(half['old']).toBeGreaterThan(0);
  expect(half['new']).toBeGreaterThan(0);
  expect(await namesWith([NEW, OLD])).toEqual(names);

  const again = reseal();
  expect([await again.ended, again.output()]).toEqual([
    0,
    expect.stringContaining(`${half['old']} recipients are`),
  ]);
  expect(await keys()).toEqual({ new: COUNT });
  expect(await namesWith([NEW])).toEqual(names);
  const idle = reseal();
  expect([await idle.ended, idle.output()]).toEqual([0, expect.stringContaining('0 recipients are')]);
}, 180_000);
