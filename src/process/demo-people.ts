import type { Context } from '../kernel/index.ts';
import {
  invitationLink,
  invitePerson,
  listInvited,
  resetPerson,
  type ServiceName,
} from '../platform/auth/index.ts';
import type { Db } from '../platform/postgres/index.ts';

interface DemoPerson {
  readonly login: string;
  readonly roles: readonly string[];
  readonly partnerUid?: string;
}

/** Two people on each side, because nobody approves what they asked for, and a partner. */
const PEOPLE: Readonly<Record<ServiceName, readonly DemoPerson[]>> = {
  // All of them are admins, so that they see every screen.
  trading: [
    { login: 'olivia', roles: ['trading:operator', 'trading:admin'] },
    { login: 'anton', roles: ['trading:approver', 'trading:admin'] },
  ],
  partner: [
    { login: 'paula', roles: ['partner:partner'], partnerUid: 'demo-partner' },
    { login: 'mara', roles: ['partner:manager', 'partner:admin'] },
    { login: 'milan', roles: ['partner:manager', 'partner:admin'] },
  ],
};

/** The link with which each person of the demo joins, or signs in once they have joined. */
export async function inviteDemoPeople(
  context: Context<Db>,
  service: ServiceName,
  url: string,
): Promise<Map<string, string>> {
  const { tenant } = context.actor;
  const known = await listInvited(context.db, tenant);
  const links = new Map<string, string>();
  for (const { login, ...person } of PEOPLE[service]) {
    const isInvited = known.get(login);
    if (isInvited === false) {
      links.set(login, `${url}/console/`);
      continue;
    }
    const { token } = isInvited
      ? await resetPerson(context, { name: login })
      : await invitePerson(context, { login, tenant, ...person });
    links.set(login, invitationLink(url, token));
  }
  return links;
}
