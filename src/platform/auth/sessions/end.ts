import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import { endDevices, endOtherDevices } from '../../notices/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeTokenId, type Revocations } from '../revocations/index.ts';
import { endSessions } from './store.ts';

/** Never granted to a credential: people may always end their own sessions. */
const OWN = 'own-session:end';

interface EndInput {
  readonly credentialId: string;
  readonly ids: readonly string[];
  readonly revocations: Revocations;
  /**
   * Which devices get no messages any more: those that were switched on in these sessions, or all but those of the
   * session of the caller. A browser that only signs out keeps them, or people would get none when they are away.
   */
  readonly devices: 'none' | 'theirs' | 'all';
}

/** Ends sessions of the caller at once, in every process. */
export async function endOwnSessions(context: Context<Db>, input: EndInput): Promise<void> {
  const actor = { ...context.actor, scopes: new Set([OWN]) };
  await end({ ...context, actor, signal: context.signal }, ended(OWN), input);
}

/** Ends sessions of another person at once, in every process. */
export async function endSessionsOf(context: Context<Db>, input: EndInput): Promise<void> {
  await end(context, ended('admin'), input);
}

async function end(
  context: Context<Db>,
  endCommand: ReturnType<typeof ended>,
  { credentialId, ids, revocations, devices }: EndInput,
): Promise<void> {
  if (ids.length === 0 && devices !== 'all') return;
  const { result } = await run(context, endCommand, { credentialId, ids, devices });
  for (const { id, expires_at } of result) revocations.add(id, expires_at.getTime());
}

const ended = (scope: string) =>
  command({
    name: 'session.end',
    scope,
    decide: (_state, { credentialId, ids, devices }: Omit<EndInput, 'revocations'>, { now, actor }) => ({
      change: { credentialId, ids, devices, kept: actor.session?.id ?? null, now },
      audit: { subject: credentialId, details: { sessions: [...ids] } },
    }),
    async write(tx, { credentialId, ids, devices, kept, now }) {
      if (devices === 'theirs') await endDevices(tx, ids);
      if (devices === 'all') await endOtherDevices(tx, credentialId, kept);
      if (ids.length === 0) return [];
      const rows = await endSessions(tx, credentialId, ids, now).execute();
      for (const { id, expires_at } of rows) await revokeTokenId(tx, id, expires_at);
      return rows;
    },
  });
