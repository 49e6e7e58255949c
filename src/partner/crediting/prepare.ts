import type { Facts } from '../facts/index.ts';
import { createTables, FIND_STATE_TABLE, LAYOUT } from './tables.ts';

/**
 * Makes sure that the fact store has the tables of credited rewards. What they hold is taken from the payouts in
 * PostgreSQL, so tables that another version made are simply made anew.
 */
export async function prepareCrediting({ database }: Facts): Promise<void> {
  await database.write(async (session) => {
    const [table] = await session.query(FIND_STATE_TABLE);
    const [state] = table
      ? await session.query<{ layout: string }>('select layout from crediting_state')
      : [];
    if (state?.layout === LAYOUT) return;
    await session.transaction(() => session.run(createTables(LAYOUT)));
  });
}
