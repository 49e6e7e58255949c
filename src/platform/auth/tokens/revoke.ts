import type { Actor, Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Issuer } from './issuer.ts';
import { revokeTokenId } from '../revocations/index.ts';
import type { OwnToken } from './verify.ts';

/** Never granted to a credential: the holder of a token may always revoke it. */
const SCOPE = 'own-token:revoke';

interface RevokeInput {
  readonly issuer: Issuer;
  readonly token: OwnToken;
}

/** Revokes one token immediately, in every process. */
export async function revokeToken(context: Context<Db>, { issuer, token }: RevokeInput): Promise<void> {
  const { clock, db, traceId, callerTraceId, service, signal } = context;
  const actor: Actor = { ...token.actor, scopes: new Set([SCOPE]) };
  await run({ actor, clock, db, traceId, callerTraceId, service, signal }, revokeCommand, token);
  issuer.revocations.add(token.id, token.expiresAtMs);
}

const revokeCommand = command({
  name: 'token.revoke',
  scope: SCOPE,
  decide: (_state, { id, expiresAtMs }: OwnToken) => ({
    change: { id, expiresAt: new Date(expiresAtMs) },
    audit: { subject: id, details: {} },
  }),
  async write(tx, { id, expiresAt }) {
    await revokeTokenId(tx, id, expiresAt);
    return {};
  },
});
