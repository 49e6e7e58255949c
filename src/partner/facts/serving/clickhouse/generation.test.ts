import { expect, test } from 'vitest';
import { lastVersion } from './generation.ts';
import type { Shard } from './shard.ts';

/** A server with tables, and the last version of their rows. */
const serverWith = (tables: Readonly<Record<string, number>>): Pick<Shard, 'tables' | 'query'> => ({
  tables: async () => [new Set(Object.keys(tables))],
  query: async <T extends object>(sql: string): Promise<T[]> => {
    const version = tables[sql.replace(/.* from /s, '')];
    if (!version) throw new Error(`Nothing is to be asked by ${sql}`);
    return [{ version } as T];
  },
});

const NAMES = ['orders', 'clients'];

test('after PostgreSQL was restored, versions of a later set of tables are known by its rows', async () => {
  const restored = 3;
  const former = serverWith({ orders_3: 9, clients_3: 4, orders_12: 14, clients_12: 15, orders_12_all: 0 });
  expect(await lastVersion([former, serverWith({ orders_3: 11 })], NAMES, restored, {})).toBe(15);
});

test('a set of tables without rows, a table of its copy and other tables are known by their names at most', async () => {
  const server = serverWith({ orders_3: 9, orders_16_ending: 0, orders_2: 0, others_99: 0 });
  expect(await lastVersion([server], NAMES, 3, {})).toBe(16);
});
