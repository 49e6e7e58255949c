import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { rolesWith } from '../roles.ts';
import { selectHolders, type Wanted } from './store.ts';

interface Holders extends Pick<Wanted, 'among' | 'notBy' | 'partnerUid'> {
  /** `approvals:edit`, `trading:admin` */
  readonly grant: string;
}

/** The logins of the people of the tenant who have a grant now, and do not count as those who did these acts. */
export async function findHolders(
  { db, actor, clock }: Context<Db>,
  { grant, ...asked }: Holders,
): Promise<string[]> {
  const wanted = { tenant: actor.tenant, roles: rolesWith(grant), ...asked, now: clock.now() };
  return (await selectHolders(db, wanted).execute()).map(({ name }) => name);
}
