import { Type } from 'typebox';
import { defineJob, handle, type ModuleJobs } from '../../platform/jobs/index.ts';
import { jsonRows } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { selectRenamed } from './store.ts';

/** Copies the names of accounts to the fact store, where reports read them. */
export const mirrorNames = defineJob({ name: 'wallets.mirror', payload: Type.Object({}), maxAttempts: 20 });

/** For the process that owns the fact store. */
export const walletJobs = (facts: Facts): ModuleJobs => ({
  handlers: [handle(mirrorNames, ({ db }) => copyNames(db, facts))],
});

/** Compares all names, so that one run also catches up on missed changes. */
export async function copyNames(db: Db, { database }: Facts): Promise<void> {
  await database.write(async (session) => {
    const renamed = await selectRenamed(db).execute();
    await session.transaction(async () => {
      await session.run('delete from renamed_accounts');
      await session.query(
        `insert into renamed_accounts (partner_account, account_name)
          select id, name from ${jsonRows(1, { id: 'varchar', name: 'varchar' })}`,
        [JSON.stringify(renamed)],
      );
    });
  });
}
