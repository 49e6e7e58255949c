import {
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type Dialect,
} from 'kysely';
import type { Tables, Tx } from './connect.ts';

/** A transaction asks its executor for everything but these. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/**
 * The same transaction without Kysely's wait of each statement for the answer to the one before: those
 * executed together are sent together. They still run in order, and after one that failed all others fail.
 */
export async function pipelined(tx: Tx): Promise<Tx> {
  const executor = tx.getExecutor();
  const connection = await executor.provideConnection(async (connection) => connection);
  return new Transaction<Tables>({
    config: { dialect: DIALECT },
    dialect: DIALECT,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  });
}
