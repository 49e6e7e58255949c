import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeTokenId, type Revocations } from '../revocations/index.ts';
import { endSessions } from './store.ts';

/** Never granted to a credential: people may always end their own sessions. */
const SCOPE = 'own-session:end';

interface EndInput {
  readonly credentialId: string;
  readonly ids: readonly string[];
  readonly revocations: Revocations;
}

/** Ends sessions of the caller at once, in every process. */
export async function endOwnSessions(context: Context<Db>, input: EndInput): Promise<number> {
  const actor = { ...context.actor, scopes: new Set([SCOPE]) };
  return end({ ...context, actor, signal: context.signal }, input);
}

async function end(context: Context<Db>, { credentialId, ids, revocations }: EndInput): Promise<number> {
  if (ids.length === 0) return 0;
  const { result } = await run(context, endCommand, { credentialId, ids });
  for (const { id, expires_at } of result) revocations.add(id, expires_at.getTime());
  return result.length;
}

const endCommand = command({
  name: 'session.end',
  scope: SCOPE,
  decide: (_state, { credentialId, ids }: Omit<EndInput, 'revocations'>, { now }) => ({
    change: { credentialId, ids, now },
    audit: { subject: credentialId, details: { sessions: [...ids] } },
  }),
  async write(tx, { credentialId, ids, now }) {
    const ended = await endSessions(tx, credentialId, ids, now).execute();
    for (const { id, expires_at } of ended) await revokeTokenId(tx, id, expires_at);
    return ended;
  },
});
