import type { Context } from '../kernel/index.ts';
import { invitationLink, invitePerson, listInvited, resetPerson } from '../platform/auth/index.ts';
import type { Db } from '../platform/postgres/index.ts';

/** Two people, because nobody approves their own withdrawal. Both are admins, so that they see every screen. */
const PEOPLE = {
  olivia: ['trading:operator', 'trading:admin'],
  anton: ['trading:approver', 'trading:admin'],
} as const;

/** The link with which each person of the demo joins, or signs in once they have joined. */
export async function inviteDemoPeople(context: Context<Db>, url: string): Promise<Map<string, string>> {
  const { tenant } = context.actor;
  const known = await listInvited(context.db, tenant);
  const links = new Map<string, string>();
  for (const [login, roles] of Object.entries(PEOPLE)) {
    const isInvited = known.get(login);
    if (isInvited === false) {
      links.set(login, `${url}/console/`);
      continue;
    }
    const { token } = isInvited
      ? await resetPerson(context, { name: login })
      : await invitePerson(context, { login, tenant, roles });
    links.set(login, invitationLink(url, token));
  }
  return links;
}
