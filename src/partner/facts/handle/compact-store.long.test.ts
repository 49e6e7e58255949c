import { expect, test } from 'vitest';
import { piecesOf, put, testFacts, type FactRow } from '../../testing/facts.ts';
import { order, putProgram } from '../../testing/program.ts';
import { compact } from './compact-store.ts';
import { ingest } from '../intake/index.ts';
import { kindNamed } from '../kinds/index.ts';
import { selectToParquet } from '../testing/examples.ts';

/** Orders of two partners that take turns through three months. */
const orders = (first: number): FactRow[] =>
  Array.from({ length: 12 }, (_, index) =>
    order(first + index, {
      client_account: index % 2 ? '9001' : '9002',
      opened_at: '2024-02-01T00:00:00Z',
      closed_at: `2024-0${3 + (index % 3)}-0${9 - (index % 5)}T00:00:00Z`,
    }),
  );

const CONTENT = 'select * exclude (partner_no) from orders order by server, ticket';

test('orders are stored by month and partner in any order of arrival, late ones after the nightly work', async () => {
  const context = await testFacts();
  const { database } = context.facts;
  await putProgram(context);
  await put(context, 'orders', ...orders(1));
  expect(await piecesOf(context)).toEqual({ pieces: 6, fewest: 6 });
  expect(await compact(context)).toEqual([]);

  await put(context, 'orders', ...orders(101));
  expect(await piecesOf(context)).toEqual({ pieces: 12, fewest: 6 });
  const before = await database.query(CONTENT);
  expect(await compact(context)).toEqual(
    ['2024-03-01', '2024-04-01', '2024-05-01'].map((month) => ({ kind: 'orders', month, looseRows: 4 })),
  );
  expect(await piecesOf(context)).toEqual({ pieces: 6, fewest: 6 });
  expect(await database.query(CONTENT)).toEqual(before);
  expect(await compact(context)).toEqual([]);
});

test('orders from a file are stored by month and partner', async () => {
  const [from, to] = [await testFacts(), await testFacts()];
  for (const context of [from, to]) await putProgram(context);
  await put(from, 'orders', ...orders(1));
  const fields = Object.keys(kindNamed('orders').fields).join(', ');
  const sql = `select ${fields} from orders order by ticket`;
  await ingest(to, { kind: 'orders', source: await selectToParquet(from, sql) });
  expect(await piecesOf(to)).toEqual({ pieces: 6, fewest: 6 });
});
