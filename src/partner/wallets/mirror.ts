import { Type } from 'typebox';
import { defineJob, handle, type ModuleJobs } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { selectRenamed } from './store.ts';

/** Tells the fact store, which reports read, how accounts are called now. */
export const mirrorNames = defineJob({ name: 'wallets.mirror', payload: Type.Object({}), maxAttempts: 20 });

/** A control character, which no name has. */
const SEPARATOR = 31;

/** For the process that has the facts open. */
export const walletJobs = (facts: Facts): ModuleJobs => ({
  handlers: [handle(mirrorNames, ({ db }) => copyNames(db, facts))],
});

/** Compares all of them, so that one copy makes up for any that were missed. */
export async function copyNames(db: Db, { database }: Facts): Promise<void> {
  await database.write(async (session) => {
    const renamed = await selectRenamed(db).execute();
    await session.transaction(async () => {
      await session.run('delete from renamed_accounts');
      if (renamed.length === 0) return;
      const columns = [renamed.map(({ id }) => id), renamed.map(({ name }) => name)];
      await session.query(
        `insert into renamed_accounts
          select unnest(string_to_array($1, chr(${SEPARATOR}))), unnest(string_to_array($2, chr(${SEPARATOR})))`,
        columns.map((values) => values.join(String.fromCharCode(SEPARATOR))),
      );
    });
  });
}
