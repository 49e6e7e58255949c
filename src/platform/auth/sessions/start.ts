import { randomBytes } from 'node:crypto';
import { newId, sha256, later, type Actor, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import { keepDevices } from '../../notices/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import { revokeTokenId } from '../revocations/index.ts';
import type { ServiceName } from '../scopes.ts';
import { expiredToken } from '../tokens/index.ts';
import { endSessions, insertSession, type SessionRow, type SignInMethod } from './store.ts';

const LIFETIME_MS = 12 * 60 * 60 * 1000;
const MAX_USER_AGENT = 256;

/** Never granted to a credential: a person whose identity was proved may always start a session. */
const SCOPE = 'own-session:start';

interface StartInput {
  readonly service: ServiceName;
  readonly credential: Pick<CredentialRow, 'id' | 'name' | 'tenant' | 'secret_id'>;
  readonly method: SignInMethod;
  readonly ip: string;
  readonly userAgent: string;
  /** The session that this one replaces, with the same end. */
  readonly replaces?: { readonly id: string; readonly signedInAt: Date; readonly endsAt: Date } | undefined;
}

export interface StartedSession {
  readonly id: string;
  /** For the cookie; only its hash is stored. */
  readonly token: string;
  readonly endsAt: Date;
}

/** Starts a session with a new token, so that no token from before the sign-in has any value. */
export async function startSession(context: Context<Db>, input: StartInput): Promise<StartedSession> {
  const { clock, db, traceId, callerTraceId, signal } = context;
  const { credential, service, method, ip, userAgent, replaces } = input;
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  const row: SessionRow = {
    id: newId(),
    token_hash: sha256(token),
    credential_id: credential.id,
    secret_id: credential.secret_id,
    service,
    method,
    ip,
    user_agent: userAgent.slice(0, MAX_USER_AGENT),
    signed_in_at: replaces?.signedInAt ?? now,
    last_seen_at: now,
    expires_at: replaces?.endsAt ?? later(now, LIFETIME_MS),
    ended_at: null,
  };
  const { name, tenant } = credential;
  const actor: Actor = { kind: 'person', id: name, tenant, scopes: new Set([SCOPE]) };
  await run({ actor, clock, db, traceId, callerTraceId, service, signal }, startCommand, {
    row,
    replacedId: replaces?.id,
  });
  return { id: row.id, token, endsAt: row.expires_at };
}

interface NewSession {
  readonly row: SessionRow;
  readonly replacedId: string | undefined;
}

const startCommand = command({
  name: 'session.start',
  scope: SCOPE,
  decide: (_state, input: NewSession) => {
    const { id, service, method, ip } = input.row;
    return {
      change: input,
      audit: {
        subject: id,
        details: {
          service,
          method,
          ip,
          ...(input.replacedId !== undefined && { replaces: input.replacedId }),
        },
      },
    };
  },
  async write(tx, { row, replacedId }) {
    await insertSession(tx, row).execute();
    if (replacedId !== undefined) {
      const replaced = await endSessions(tx, row.credential_id, [replacedId], row.last_seen_at).execute();
      if (replaced.length === 0) throw expiredToken('The session has ended. Sign in again.');
      await revokeTokenId(tx, replacedId, row.expires_at);
      await keepDevices(tx, replacedId, row.id);
    }
    return {};
  },
});
