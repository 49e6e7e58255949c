import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../platform/postgres/index.ts';

const PATIENCE_MS = 360_000;
const OPEN = ['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED'] as const;

/** Lets every withdrawal of the tenant `default` through. */
export const allowAll = (db: Db): Promise<void> => putInForce(db, [{ verdict: 'ALLOW' }]);

/** Puts rules of the tenant `default` in force. */
export async function putInForce(db: Db, rules: readonly object[]): Promise<void> {
  const now = new Date();
  await db
    .insertInto('policy')
    .values({
      tenant: 'default',
      version: 1,
      status: 'ACTIVE',
      rules: JSON.stringify(rules),
      groups: {},
      proposed_by: 'a',
      proposed_at: now,
      confirmed_by: 'b',
      confirmed_at: now,
    })
    .execute();
}

/** Until nothing is under way any more, but not for ever: what still is then is found by the comparison. */
export async function rest(db: Db): Promise<void> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await sleep(100)) {
    const [left] = await db
      .selectFrom('withdrawal')
      .select('id')
      .where('status', 'in', OPEN)
      .limit(1)
      .execute();
    if (!left) return;
  }
}
