import { sql } from 'kysely';
import type { Db } from './connect.ts';

const LOCKS = 7_216_340_014;

/**
 * Runs the action unless one with the same name is running in any process; returns whether it ran. The name is released
 * when the action ends or its process dies.
 */
export async function alone(db: Db, name: string, action: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, ${sql.lit(LOCKS)})) as free`.execute(tx);
    if (!rows[0]?.free) return false;
    await action();
    return true;
  });
}
