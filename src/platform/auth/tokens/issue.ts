import type { Actor, Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Issuer } from './issuer.ts';
import { signToken, type SignedToken, type TokenContent } from './sign.ts';

interface IssueInput extends TokenContent {
  readonly issuer: Issuer;
  /** What the token is issued for. */
  readonly grant: 'client credentials' | 'password' | 'renewal';
  /** The address it was requested from. */
  readonly ip: string;
}

/** Never granted to a credential: an authenticated credential may always get its token. */
const SCOPE = 'own-token:issue';

/** Issues a token, and records it in the audit log. */
export async function issueToken(context: Context<Db>, input: IssueInput): Promise<SignedToken> {
  const { clock, db, traceId, callerTraceId, service, signal } = context;
  const { kind, name, tenant } = input.credential;
  const actor: Actor = { kind, id: name, tenant, scopes: new Set([SCOPE]) };
  const token = await signToken(input, clock.now());
  await run({ actor, clock, db, traceId, callerTraceId, service, signal }, issueCommand, { ...input, token });
  return token;
}

const issueCommand = command({
  name: 'token.issue',
  scope: SCOPE,
  decide: (_state, { issuer, scopes, grant, ip, token }: IssueInput & { token: SignedToken }) => ({
    change: undefined,
    audit: {
      subject: token.id,
      details: { service: issuer.service, grant, ip, scopes, expiresAt: token.expiresAt.toISOString() },
    },
  }),
  write: async () => ({}),
});
