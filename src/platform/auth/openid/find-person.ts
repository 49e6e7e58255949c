import { Problem, type Actor, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectUsableCredential, type CredentialRow } from '../credentials/index.ts';
import { insertIdentity, selectPersonOf } from './store.ts';

/** What the provider says about the person who signed in there. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only one that the provider has verified. */
  readonly email: string | undefined;
}

/** Never granted to a credential: a person whom the provider has identified may always be linked to their login. */
const SCOPE = 'own-identity:link';

/**
 * The person of an identity. The first sign-in links the identity to the person whose login is its verified email; from
 * then on the subject decides, whatever the email is.
 */
export async function findPerson(context: Context<Db>, identity: ProvidedIdentity): Promise<CredentialRow> {
  const { db } = context;
  const { issuer, subject, email } = identity;
  const linked = await selectPersonOf(db, issuer, subject).executeTakeFirst();
  if (linked) return linked.revoked_at === null ? linked : refuse();
  const person =
    email === undefined ? undefined : await selectUsableCredential(db, 'person', email).executeTakeFirst();
  if (person === undefined) return refuse();
  const { clock, traceId, callerTraceId, signal } = context;
  const { name, tenant } = person;
  const actor: Actor = { kind: 'person', id: name, tenant, scopes: new Set([SCOPE]) };
  await run({ actor, clock, db, traceId, callerTraceId, signal }, linkCommand, { person, issuer, subject });
  return person;
}

function refuse(): never {
  throw new Problem('forbidden', 'Nobody with this verified email was invited. Ask an admin to invite you.');
}

interface Link {
  readonly person: CredentialRow;
  readonly issuer: string;
  readonly subject: string;
}

const linkCommand = command({
  name: 'person.link',
  scope: SCOPE,
  decide: (_state, { person, issuer, subject }: Link, { now }) => ({
    change: { issuer, subject, credential_id: person.id, created_at: now },
    audit: { subject: person.id, details: { issuer, subject } },
  }),
  write: (tx, row) => insertIdentity(tx, row).executeTakeFirst(),
});
