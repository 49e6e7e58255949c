import { Type } from 'typebox';
import { defineJob, handle, type JobHandler } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { selectRenamed } from './store.ts';

/** Tells the fact store, which reports read, how accounts are called now. */
export const mirrorNames = defineJob({ name: 'wallets.mirror', payload: Type.Object({}), maxAttempts: 20 });

export function walletHandlers(facts: Facts): JobHandler[] {
  return [handle(mirrorNames, ({ db }) => copyNames(db, facts))];
}

/** Compares all of them, so that one copy makes up for any that were missed. */
export async function copyNames(db: Db, { database }: Facts): Promise<void> {
  await database.write(async (session) => {
    const renamed = JSON.stringify(await selectRenamed(db).execute());
    await session.transaction(async () => {
      await session.run('delete from renamed_accounts');
      await session.query(
        `insert into renamed_accounts
          select name.id, name.name
          from (select unnest(from_json($1::json, '[{"id": "VARCHAR", "name": "VARCHAR"}]')) as name)`,
        [renamed],
      );
    });
  });
}
