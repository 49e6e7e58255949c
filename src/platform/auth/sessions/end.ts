import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import { endDevices, endOtherDevices } from '../../notices/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeTokenId, type Revocations } from '../revocations/index.ts';
import { endSessions, selectUnended } from './store.ts';

/** Never granted to a credential: people may always end their own sessions. */
const OWN = 'own-session:end';

interface EndInput {
  readonly credentialId: string;
  readonly revocations: Revocations;
}

interface OneInput extends EndInput {
  readonly id: string;
  /**
   * Whether devices that were switched on in it get no messages any more. A browser that only signs out keeps them, or
   * people would get none when they are away.
   */
  readonly devices: 'none' | 'theirs';
}

/** Ends a session of the caller at once, in every process. */
export async function endOwnSession(context: Context<Db>, { id, ...input }: OneInput): Promise<void> {
  await end(asSelf(context), ended(OWN), { ...input, ids: [id], kept: null });
}

/** Ends all sessions of the caller but this one at once, in every process, and the messages to their devices. */
export async function endOtherSessions(context: Context<Db>, input: EndInput): Promise<void> {
  await endAll(asSelf(context), ended(OWN), { ...input, kept: context.actor.session?.id ?? null });
}

/** Ends all sessions of a person at once, in every process, and the messages to all devices. */
export async function endSessionsOf(context: Context<Db>, input: EndInput): Promise<void> {
  await endAll(context, ended('admin'), { ...input, kept: null });
}

const asSelf = (context: Context<Db>): Context<Db> => ({
  ...context,
  signal: context.signal,
  actor: { ...context.actor, scopes: new Set([OWN]) },
});

interface AllInput extends EndInput {
  /** The session that goes on. */
  readonly kept: string | null;
}

/** A part at a time, until there are none: a step-up may continue one under another id meanwhile. */
async function endAll(
  context: Context<Db>,
  endCommand: ReturnType<typeof ended>,
  input: AllInput,
): Promise<void> {
  const { db, clock } = context;
  const next = async () => {
    const rows = await selectUnended(db, input.credentialId, input.kept, clock.now()).execute();
    return rows.map(({ id }) => id);
  };
  let ids = await next();
  do {
    await end(context, endCommand, { ...input, ids, devices: 'all' });
    ids = await next();
  } while (ids.length > 0);
}

async function end(
  context: Context<Db>,
  endCommand: ReturnType<typeof ended>,
  { revocations, ...input }: Ending & EndInput,
): Promise<void> {
  const { result } = await run(context, endCommand, input);
  for (const { id, expires_at } of result) revocations.add(id, expires_at.getTime());
}

interface Ending extends Omit<AllInput, 'revocations'> {
  readonly ids: readonly string[];
  readonly devices: OneInput['devices'] | 'all';
}

const ended = (scope: string) =>
  command({
    name: 'session.end',
    scope,
    decide: (_state, input: Ending, { now }) => ({
      change: { ...input, now },
      audit: { subject: input.credentialId, details: { sessions: [...input.ids] } },
    }),
    async write(tx, { credentialId, ids, devices, kept, now }) {
      const rows = ids.length === 0 ? [] : await endSessions(tx, credentialId, ids, now).execute();
      for (const { id, expires_at } of rows) await revokeTokenId(tx, id, expires_at);
      // After the sessions, in which none can be added any more.
      if (devices === 'theirs') await endDevices(tx, credentialId, ids);
      if (devices === 'all') await endOtherDevices(tx, credentialId, kept);
      return rows;
    },
  });
