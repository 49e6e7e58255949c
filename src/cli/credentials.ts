import type { Command } from 'commander';
import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  rotateKeys,
  SCOPES,
  type CredentialWithSecret,
} from '../platform/auth/index.ts';
import { openSecrets } from '../process/index.ts';
import { print, printTable, say } from './tell.ts';
import { withDatabase } from './with-database.ts';

interface CreateOptions {
  readonly person?: true;
  readonly tenant: string;
  readonly partner?: string;
  readonly scopes?: string;
}

export function addCredentialCommands(program: Command): void {
  const credentials = program.command('credentials').description('who may call the services');

  const create = credentials
    .command('create <name>')
    .description('make a credential and show its secret, once')
    .option('--person', 'a person who signs in with a password, instead of a client with a secret')
    .option('--tenant <tenant>', 'whose data it sees', 'default')
    .option('--partner <uid>', 'the partner whose reports it sees')
    .option('--scopes <list>', 'what it may do, separated by commas; by default everything that only reads')
    .addHelpText('after', HELP)
    .action((name: string, { person, tenant, partner, scopes }: CreateOptions) =>
      withDatabase(create, async (context) => {
        const kind = person ? 'person' : 'client';
        const input = { kind, name, tenant, partnerUid: partner, scopes: scopes?.split(',') } as const;
        showSecret(await createCredential(context, input));
      }),
    );

  const list = credentials
    .command('list')
    .description('show all credentials, without their secrets')
    .action(() =>
      withDatabase(list, async (context) => {
        const all = await listCredentials(context, {});
        const rows = all.map(({ name, kind, tenant, partnerUid, scopes, createdAt, revokedAt }) => ({
          name,
          kind,
          tenant,
          partner: partnerUid ?? '-',
          created: createdAt.toISOString(),
          revoked: revokedAt?.toISOString() ?? '-',
          scopes: scopes.join(','),
        }));
        printTable(rows, 'There are no credentials. `credentials create <name>` makes one.');
      }),
    );

  const revoke = credentials
    .command('revoke <name>')
    .description('end a credential for good; its tokens end at once')
    .action((name: string) =>
      withDatabase(revoke, async (context) => {
        await revokeCredential(context, { name });
        say(`${name} is revoked.`);
      }),
    );

  const rotate = credentials
    .command('rotate <name>')
    .description('give a new secret; the old one and its tokens end at once')
    .action((name: string) =>
      withDatabase(rotate, async (context) => showSecret(await rotateCredential(context, { name }))),
    );
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys that sign tokens');
  const rotate = keys
    .command('rotate')
    .description('sign with a new key; tokens signed with the old one stay valid until they expire')
    .action(() =>
      withDatabase(rotate, async (context, _opened, config) => {
        const secrets = await openSecrets(config);
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
  say('The secret is shown only now; keep it well.');
}

const HELP = `
Scopes of the services:
${Object.entries(SCOPES).map(listOf).join('\n')}

Examples:
  quaestor credentials create treasury-bot --scopes venue-transfer:view,venue-transfer:edit
  quaestor credentials create jane --person --partner p-1001`;

function listOf([service, scopes]: [string, Readonly<Record<string, string>>]): string {
  const lines = Object.entries(scopes).map(([scope, meaning]) => `    ${scope.padEnd(21)}${meaning}`);
  return [`  ${service}`, ...lines].join('\n');
}
