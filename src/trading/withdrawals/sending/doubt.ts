import { later, type Context } from '../../../kernel/index.ts';
import { insertEntries } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { HELD } from '../../restores/index.ts';
import { insertDoubts, lockUnsent, updateDoubted } from './store.ts';
import { TIMING, type Timing } from './submission.ts';

/**
 * Gives every withdrawal that is not sent yet an attempt with an unknown outcome, because a lost one may have been made:
 * the venue is asked for it, or a person, before it can be sent. Returns how many there are.
 */
export async function doubtUnsent(
  tx: Tx,
  { actor, clock, traceId, service }: Context<Db>,
  times: Partial<Timing> = {},
): Promise<number> {
  const now = clock.now();
  const { callTimeoutMs } = { ...TIMING, ...times };
  // Locked by a statement of its own, so that the next one sees the attempts of those who held the locks.
  const rows = await lockUnsent(tx).execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  // Nothing that was sent before now can take effect later than a call that begins now.
  const deadline = later(now, callTimeoutMs);
  await insertDoubts(tx, ids, { startedAt: now, deadline }).execute();
  await updateDoubted(tx, ids, { sentAt: now, reason: HELD }).execute();
  const entries = rows.map(({ id, tenant, status }) => ({
    at: now,
    actor: { ...actor, tenant },
    action: 'withdrawal.doubt',
    subjectKind: 'withdrawal',
    subjectId: id,
    details: { status, reason: HELD },
    traceId,
    service,
  }));
  await insertEntries(entries).execute(tx);
  return rows.length;
}
