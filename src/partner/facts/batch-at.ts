import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/index.ts';

/** The number of the last batch that the log had at a time; 0 before the first. */
export async function batchAt(db: Db, time: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number::float8 as number from batch where created_at <= ${time}::timestamptz
    order by batch.number desc limit 1`.execute(db);
  return rows[0]?.number ?? 0;
}
