import type { Desk } from './desk.ts';

/** Adds destinations named from `account-00001` on: more than people would add by hand. */
export const addDestinations = (desk: Desk, count: number): Promise<void> =>
  desk.change(
    (sql) => sql`
      insert into destination (id, tenant, alias, kind, account, created_by, created_at)
      select gen_random_uuid(), 'default', 'account-' || lpad(n::text, 5, '0'), 'bank', 'iban-' || n, 'ada', now()
      from generate_series(1, ${count}) as n`,
  );
