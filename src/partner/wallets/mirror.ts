import { jsonRows, type Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Projection } from '../facts/store/index.ts';
import { selectEntered, selectRenamed } from './store.ts';

/**
 * The present name of every partner account, for reports: the one its owner gave it, or else the one it was opened with.
 * And the accounts with entries by hand, whose ledger no payout shows. Every process with a store is notified of changes.
 */
export const namesProjection: Projection = {
  tables: `
    create table renamed_accounts (partner_account varchar not null, account_name varchar not null);
    create table entered_accounts (partner_account varchar not null);
    create view account_names as
      select partner_account, coalesce(renamed_accounts.account_name, partner_accounts.account_name) as account_name
      from partner_accounts left join renamed_accounts using (partner_account);`,
  kinds: {},
  refresh: copyAccounts,
};

/** Copies all, so that missed changes are copied too. */
async function copyAccounts(session: Session, db: Db): Promise<void> {
  const renamed = await selectRenamed(db).execute();
  const entered = await selectEntered(db).execute();
  await session.transaction(async () => {
    await session.run('delete from renamed_accounts');
    await session.query(
      `insert into renamed_accounts (partner_account, account_name)
        select id, name from ${jsonRows(1, { id: 'varchar', name: 'varchar' })}`,
      [JSON.stringify(renamed)],
    );
    await session.run('delete from entered_accounts');
    await session.query(
      `insert into entered_accounts (partner_account) select account_id from ${jsonRows(1, { account_id: 'varchar' })}`,
      [JSON.stringify(entered)],
    );
  });
}
