import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { findOpenRestore, releaseRestore } from '../restores/index.ts';
import type { Account } from './read.ts';
import { selectNewest } from './store.ts';

interface ReleaseInput {
  readonly reason: string;
  /** Every venue that could pay. */
  readonly accounts: readonly Account[];
}

/**
 * Lets withdrawals leave again after a restore. Refused until the withdrawals of every venue were compared after the
 * restore was recognised, from before the loss on. Returns how many differences there were and are now accepted.
 */
export async function releaseAfterReconciliation(
  context: Context<Db>,
  { reason, accounts }: ReleaseInput,
): Promise<number> {
  const { db } = context;
  const restore = await findOpenRestore(db);
  if (!restore) throw new Problem('not_found', 'No restore waits for a release: withdrawals are sent.');
  const { detectedAt, lostSince } = restore;
  const runs = (await selectNewest(db, detectedAt).execute()).filter(
    ({ since }) => lostSince === null || since <= lostSince,
  );
  const missing = accounts.filter(
    ({ tenant, venue }) => !runs.some((run) => run.tenant === tenant && run.venue === venue),
  );
  if (missing.length > 0) {
    const names = missing.map(({ tenant, venue }) =>
      tenant === 'default' ? venue : `${venue} of ${tenant}`,
    );
    const since = lostSince?.toISOString() ?? 'a time before the backup';
    throw new Problem(
      'invalid_transition',
      `Not compared yet: ${names.join(', ')}. Run quaestor reconcile withdrawals --since ${since} first.`,
    );
  }
  const differences = runs.flatMap(({ tenant, venue, refusal, differences }) => [
    ...(refusal === null ? [] : [{ tenant, venue, refusal }]),
    ...differences.map((difference) => ({ tenant, venue, ...difference })),
  ]);
  await releaseRestore(context, { reason, differences });
  return differences.length;
}
