import type { Db } from '../../postgres/index.ts';
import { selectPeople } from './store.ts';

const MAX_PEOPLE = 500;

/** People by login, each with whether they have an invitation that they have not used. */
export async function listInvited(db: Db, tenant: string): Promise<Map<string, boolean>> {
  const rows = await selectPeople(db, tenant, '', MAX_PEOPLE).execute();
  return new Map(rows.map(({ name, invited_until }) => [name, invited_until !== null]));
}
