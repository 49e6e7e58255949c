import { InvalidArgumentError, type Command } from 'commander';
import {
  changeRoles,
  invitationLink,
  invitePerson,
  listCredentials,
  NO_SIGN_INS,
  readSignIns,
  resetPerson,
  revokeCredential,
  ROLES,
  type Invitation,
} from '../platform/auth/index.ts';
import type { Config } from '../config/index.ts';
import type { Context } from '../kernel/index.ts';
import type { Db } from '../platform/postgres/index.ts';
import { publicUrl } from '../process/index.ts';
import { JSON_FLAG, print, printList, say } from './output.ts';
import { requirePartner } from './require-partner.ts';
import { withDatabase } from './with-database.ts';

interface InviteOptions {
  readonly tenant: string;
  readonly partner?: string;
  readonly roles: string[];
}

export function addPeople(people: Command): void {
  const invite = people
    .command('invite <login>')
    .description('invite a person and show the link with which they choose a password or a passkey')
    .requiredOption('--roles <list>', 'what they are, separated by commas', readRoles)
    .option('--tenant <tenant>', 'the tenant whose data they can access', 'default')
    .option('--partner <uid>', 'the partner whose data they see; for the role partner:partner')
    .addHelpText('after', HELP)
    .action(async (login: string, { tenant, partner, roles }: InviteOptions) => {
      await requirePartner(invite, partner);
      await withDatabase(invite, async (context, _opened, config) => {
        showLink(config, await invitePerson(context, { login, tenant, partnerUid: partner, roles }));
      });
    });

  const list = people
    .command('list')
    .description('list people with their roles, factors and last sign-in')
    .option(...JSON_FLAG)
    .action(({ json }: { json?: true }) =>
      withDatabase(list, async (context) =>
        printList(await listPeople(context), {
          json,
          toLine: ({ name, tenant, partnerUid, roles, factors, lastSignInAt, createdAt, revokedAt }) => ({
            login: name,
            roles: roles.join(',') || '-',
            factors: factors.join(',') || '-',
            'last sign-in': lastSignInAt ?? '-',
            tenant,
            partner: partnerUid ?? '-',
            created: createdAt,
            revoked: revokedAt ?? '-',
          }),
          empty: 'There are no people. Invite one with `people invite <login> --roles <list>`.',
        }),
      ),
    );

  const change = people
    .command('roles <login>')
    .description('replace the roles of a person; their sessions end at once')
    .requiredOption('--set <list>', 'all roles they have from now on', readRoles)
    .addHelpText('after', HELP)
    .action((login: string, { set }: { set: string[] }) =>
      withDatabase(change, async (context) => {
        const { roles } = await changeRoles(context, { name: login, kind: 'person', roles: set });
        say(`${login} now has: ${roles.join(', ') || 'no role'}.`);
      }),
    );

  const reset = people
    .command('reset <login>')
    .description('remove the password, factors and sessions of a person, and invite them again')
    .action((login: string) =>
      withDatabase(reset, async (context, _opened, config) => {
        showLink(config, await resetPerson(context, { name: login }));
      }),
    );

  const revoke = people
    .command('revoke <login>')
    .description('revoke a person for good; their sessions end at once')
    .action((login: string) =>
      withDatabase(revoke, async (context) => {
        await revokeCredential(context, { name: login, kind: 'person' });
        say(`${login} is revoked.`);
      }),
    );
}

async function listPeople(context: Context<Db>) {
  const people: (Awaited<ReturnType<typeof listCredentials>>[number] & typeof NO_SIGN_INS)[] = [];
  for (let page = await listCredentials(context, {}); ;) {
    const found = page.filter(({ kind }) => kind === 'person');
    const signIns = await readSignIns(
      context.db,
      found.map(({ id }) => id),
    );
    people.push(...found.map((person) => ({ ...person, ...(signIns.get(person.id) ?? NO_SIGN_INS) })));
    const last = page.at(-1);
    if (last === undefined) return people;
    page = await listCredentials(context, { afterName: last.name });
  }
}

function showLink(config: Config, { person, token, expiresAt }: Invitation): void {
  const isOfPartner = person.roles.every((role) => role.startsWith('partner:'));
  print(invitationLink(publicUrl(config, isOfPartner ? 'partner' : 'trading'), token));
  say(`Give this link to ${person.name}. It works once, until ${expiresAt.toISOString()}.`);
}

/** `''` means no role. */
function readRoles(list: string): string[] {
  if (list === '') return [];
  const roles = list.split(',').map((role) => role.trim());
  if (roles.includes('')) throw new InvalidArgumentError('Separate the roles with single commas.');
  return roles;
}

const HELP = `
Roles:
${Object.entries(ROLES)
  .map(([role, { summary }]) => `  ${role.padEnd(18)}${summary}`)
  .join('\n')}

Examples:
  quaestor people invite ada@example.com --roles trading:operator
  quaestor people invite grace@example.com --roles trading:approver,trading:admin
  quaestor people invite jane@example.com --partner p-1001 --roles partner:partner`;
