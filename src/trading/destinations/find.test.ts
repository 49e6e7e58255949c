import { sql as raw } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findSaved } from './find.ts';
import { selectNamed } from './store.ts';

const { db, sql } = await createTestDatabase();
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

async function save(alias: string, network: string, address: string, tag: string | null = null) {
  await sql`
    insert into destination (id, tenant, alias, kind, network, address, tag, created_by, created_at, confirmed_by, confirmed_at)
    values (${newId()}, 'acme', ${alias}, 'blockchain', ${network}, ${address}, ${tag}, 'ada', now(), 'grace', now())`;
}
beforeAll(async () => {
  await save('checksum', 'ETHEREUM', ETHEREUM);
  await save('bech32', 'BITCOIN', BITCOIN);
  await save('base58', 'SOLANA', SOLANA);
});

it.each([
  ['ETHEREUM', ETHEREUM.toLowerCase(), null, true],
  ['ETHEREUM', `0x${ETHEREUM.slice(2).toUpperCase()}`, null, true],
  ['BITCOIN', BITCOIN.toUpperCase(), null, true],
  ['SOLANA', SOLANA, null, true],
  ['SOLANA', SOLANA.toLowerCase(), null, false],
  ['POLYGON', ETHEREUM.toLowerCase(), null, false],
  ['ETHEREUM', ETHEREUM.toLowerCase(), '7', false],
  ['ETHEREUM', ETHEREUM.replace(/d$/, 'c'), null, false],
])('on %s the address %s with the tag %j is a saved one: %s', async (network, address, tag, isKnown) => {
  const saved = await findSaved(db, 'acme', { aliases: [], addresses: [address] });
  expect(saved.knows({ kind: 'blockchain', network, address, tag }, null)).toBe(isKnown);
  const ofOthers = await findSaved(db, 'rival', { aliases: [], addresses: [address] });
  expect(ofOthers.knows({ kind: 'blockchain', network, address, tag }, null)).toBe(false);
});

it('is looked for in an index, however many are saved', async () => {
  await sql`
    insert into destination (id, tenant, alias, kind, network, address, created_by, created_at)
    select gen_random_uuid(), 'acme', 'many-' || number, 'blockchain', 'ETHEREUM', '0x' || md5(number::text), 'ada', now()
    from generate_series(1, 5000) as number`;
  await sql`analyze destination`;
  const { sql: text, parameters } = selectNamed(db, 'acme', ['checksum'], [BITCOIN]).compile();
  const explained = `explain ${text}`;
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
    ...raw`select`.compile(db),
    sql: explained,
    parameters,
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('destination_written');
  expect(plan).not.toContain('Seq Scan');
});
