import { Problem, type Context } from '../../kernel/index.ts';
import {
  invitationLink,
  invitePerson,
  listInvited,
  resetPerson,
  type ServiceName,
} from '../../platform/auth/index.ts';
import type { Db } from '../../platform/postgres/index.ts';

interface DemoPerson {
  readonly login: string;
  readonly roles: readonly string[];
  readonly partnerUid?: string;
}

/** Two people on each side, because nobody approves what they asked for, and a partner. */
const PEOPLE: Readonly<Record<ServiceName, readonly DemoPerson[]>> = {
  // All of them are admins, so that they see every screen.
  trading: [
    { login: 'olivia', roles: ['trading:operator', 'trading:compliance', 'trading:admin'] },
    { login: 'anton', roles: ['trading:approver', 'trading:screener', 'trading:admin'] },
  ],
  partner: [
    { login: 'paula', roles: ['partner:partner'], partnerUid: 'demo-partner' },
    { login: 'mara', roles: ['partner:manager', 'partner:admin'] },
    { login: 'milan', roles: ['partner:manager', 'partner:compliance', 'partner:admin'] },
  ],
};

/** The link with which each person of the demo joins, or signs in once they have joined. */
export async function inviteDemoPeople(
  context: Context<Db>,
  service: ServiceName,
  url: string,
): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const person of PEOPLE[service]) links.set(person.login, await linkOf(context, person, url));
  return links;
}

/** Enough for as many processes that start at once. */
const MAX_ATTEMPTS = 10;

async function linkOf(context: Context<Db>, person: DemoPerson, url: string, attempt = 1): Promise<string> {
  const { tenant } = context.actor;
  const isInvited = (await listInvited(context.db, tenant)).get(person.login);
  if (isInvited === false) return `${url}/console/`;
  try {
    const { token } = isInvited
      ? await resetPerson(context, { name: person.login })
      : await invitePerson(context, { tenant, ...person });
    return invitationLink(url, token);
  } catch (error) {
    // Another process that starts has invited the same person.
    if (!(error instanceof Problem && error.code === 'conflict') || attempt === MAX_ATTEMPTS) throw error;
    return linkOf(context, person, url, attempt + 1);
  }
}
