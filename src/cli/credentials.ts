import { InvalidArgumentError, type Command } from 'commander';
import {
  changeScopes,
  createCredential,
  GRANTS,
  hasSigningKey,
  listCredentials,
  revokeCredential,
  rotateCredential,
  rotateKeys,
  type CredentialWithSecret,
} from '../platform/auth/index.ts';
import { openSecrets } from '../process/index.ts';
import { JSON_FLAG, print, printList, say } from './output.ts';
import { requirePartner } from './require-partner.ts';
import { withDatabase } from './with-database.ts';

interface CreateOptions {
  readonly person?: true;
  readonly tenant: string;
  readonly partner?: string;
  readonly scopes?: string[];
  readonly owner?: string;
}

interface ScopesOptions {
  readonly set?: string[];
  readonly add?: string[];
  readonly remove?: string[];
}

export function addCredentials(credentials: Command): void {
  const create = credentials
    .command('create <name>')
    .description('create a credential and show its secret, once')
    .option('--person', 'a person who signs in with a password, instead of a client with a secret')
    .option('--tenant <tenant>', 'the tenant whose data it can access', 'default')
    .option('--partner <uid>', 'the partner whose reports it can read; it cannot use the trading service')
    .option('--scopes <list>', 'what it may do, separated by commas (default: nothing)', readScopes)
    .option('--owner <login>', 'the person who answers for a client; where two must agree, both count as one')
    .addHelpText('after', CREATE_HELP)
    .action(async (name: string, { person, tenant, partner, scopes, owner }: CreateOptions) => {
      await requirePartner(create, partner);
      await withDatabase(create, async (context) => {
        const kind = person ? 'person' : 'client';
        const input = { kind, name, tenant, partnerUid: partner, scopes, owner } as const;
        showSecret(await createCredential(context, input));
      });
    });

  const list = credentials
    .command('list')
    .description('list all credentials, without their secrets')
    .option(...JSON_FLAG)
    .action(({ json }: { json?: true }) =>
      withDatabase(list, async (context) =>
        printList(await listCredentials(context, {}), {
          json,
          toLine: ({ name, kind, tenant, partnerUid, owner, roles, scopes, createdAt, revokedAt }) => ({
            name,
            kind,
            tenant,
            partner: partnerUid ?? '-',
            owner: owner ?? '-',
            created: createdAt,
            revoked: revokedAt ?? '-',
            scopes: [...roles, ...scopes].join(',') || '-',
          }),
          empty: 'There are no credentials. Create one with `credentials create <name>`.',
        }),
      ),
    );

  const scopes = credentials
    .command('scopes <name>')
    .description('change what a credential may do; its tokens end at once, its secret stays valid')
    .option('--set <list>', 'replace all its scopes', readScopes)
    .option('--add <list>', 'add scopes', readScopes)
    .option('--remove <list>', 'remove scopes', readScopes)
    .addHelpText('after', SCOPES_HELP)
    .action((name: string, changes: ScopesOptions) => {
      if (Object.keys(changes).length === 0) scopes.error('Use --set, --add or --remove.');
      return withDatabase(scopes, async (context) => {
        const credential = await changeScopes(context, { name, ...changes });
        say(`${name} now has: ${credential.scopes.join(', ') || 'no scope'}.`);
      });
    });

  const revoke = credentials
    .command('revoke <name>')
    .description('revoke a credential for good; its tokens end at once')
    .action((name: string) =>
      withDatabase(revoke, async (context) => {
        await revokeCredential(context, { name });
        say(`${name} is revoked.`);
      }),
    );

  const rotate = credentials
    .command('rotate <name>')
    .description('create a new secret; the old one and its tokens end at once')
    .action((name: string) =>
      withDatabase(rotate, async (context) => showSecret(await rotateCredential(context, { name }))),
    );
}

export function addKeys(keys: Command): void {
  const rotate = keys
    .command('rotate')
    .description('sign with a new key; tokens signed with the old one stay valid until they expire')
    .option('--new-secret', 'the root secret was changed, and the present key cannot be read any more')
    .action(({ newSecret = false }: { newSecret?: boolean }) =>
      withDatabase(rotate, async (context, _opened, config) => {
        const secrets = await openSecrets(config);
        // With a wrong secret, the processes that have the right one could not sign any more.
        if (!newSecret) await hasSigningKey({ db: context.db, secrets, clock: context.clock });
        const { kid } = await rotateKeys(context, {
          secrets,
          tokenLifetimeMs: config.auth.tokenLifetimeSeconds * 1000,
        });
        say(`Tokens are now signed with key ${kid}.`);
      }),
    );
}

function showSecret({ credential: { kind, name }, secret }: CredentialWithSecret): void {
  const shown =
    kind === 'client' ? { client_id: name, client_secret: secret } : { login: name, password: secret };
  print(JSON.stringify(shown, null, 2));
  say('The secret is shown only once. Store it safely.');
}

/** `''` means no scope. */
function readScopes(list: string): string[] {
  if (list === '') return [];
  const scopes = list.split(',').map((scope) => scope.trim());
  if (scopes.includes('')) throw new InvalidArgumentError('Separate the scopes with single commas.');
  return scopes;
}

const SCOPE_LIST = `
Scopes of the services:
${Object.entries(GRANTS).map(listScopes).join('\n')}`;

const CREATE_HELP = `${SCOPE_LIST}

Examples:
  quaestor credentials create treasury-bot --owner ada@example.com --scopes venue-transfer:view,venue-transfer:edit
  quaestor credentials create jane --person --partner p-1001 --scopes reports:view,wallets:view`;

const SCOPES_HELP = `${SCOPE_LIST}

Examples:
  quaestor credentials scopes treasury-bot --add conversions:view --remove venue-transfer:edit
  quaestor credentials scopes treasury-bot --set ''`;

function listScopes([service, scopes]: [string, Readonly<Record<string, string>>]): string {
  const lines = Object.entries(scopes).map(([scope, meaning]) => `    ${scope.padEnd(21)}${meaning}`);
  return [`  ${service}`, ...lines].join('\n');
}
