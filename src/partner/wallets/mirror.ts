import { jsonRows, type Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Projection } from '../facts/store/index.ts';
import { selectRenamed } from './store.ts';

/**
 * The present name of every partner account, for reports: the one its owner gave it, or else the one it was opened with.
 * Every process with a store is notified of a new name.
 */
export const namesProjection: Projection = {
  tables: `
    create table renamed_accounts (partner_account varchar not null, account_name varchar not null);
    create view account_names as
      select partner_account, coalesce(renamed_accounts.account_name, partner_accounts.account_name) as account_name
      from partner_accounts left join renamed_accounts using (partner_account);`,
  kinds: {},
  refresh: copyNames,
};

/** Copies all names, so that missed changes are copied too. */
async function copyNames(session: Session, db: Db): Promise<void> {
  const renamed = await selectRenamed(db).execute();
  await session.transaction(async () => {
    await session.run('delete from renamed_accounts');
    await session.query(
      `insert into renamed_accounts (partner_account, account_name)
        select id, name from ${jsonRows(1, { id: 'varchar', name: 'varchar' })}`,
      [JSON.stringify(renamed)],
    );
  });
}
