import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { ONCE, type Db } from './index.ts';

const database = await createTestDatabase({ empty: true, poolSize: 1 });
const { db } = database;

const prepared = () =>
  database.session(async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      'select statement from pg_prepared_statements',
    );
    return rows.map(({ statement }) => statement);
  });

test('a statement with parameters is prepared once, unless it is marked or has none', async () => {
  for (const n of [1, 2, 3]) await sql`select ${n}::int as again`.execute(db);
  await sql`select ${ONCE} ${1}::int as once`.execute(db);
  await sql`select 1 as plain`.execute(db);
  expect(await prepared()).toEqual(['select $1::int as again']);
});

const READS = [
  (db: Db) => sql`select * from thing where id = ${1}`.execute(db),
  (db: Db) => sql`select t.* from thing t where id = ${1}`.execute(db),
  (db: Db) => sql`update thing set text = 'b' where id = ${1} returning *`.execute(db),
  (db: Db) => sql`select id, text from thing where id = ${1}`.execute(db),
];

test('statements go on while a migration adds a column, alone and in a transaction', async () => {
  await database.sql`create table thing (id int primary key, text text)`;
  await database.sql`insert into thing values (1, 'a')`;
  for (const ask of READS) await ask(db);
  await database.sql`alter table thing add column later text not null default 'x'`;
  for (const ask of READS) {
    expect((await ask(db)).rows).toMatchObject([{ id: 1 }]);
    expect((await db.transaction().execute(ask)).rows).toMatchObject([{ id: 1 }]);
  }
});

test('statements sent at once over one connection are answered in order', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const answers = await db
    .transaction()
    .execute((tx) => Promise.all(numbers.map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(tx))));
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(numbers);
});
