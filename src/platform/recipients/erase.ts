import { Problem, type Context } from '../../kernel/index.ts';
import type { ServiceName } from '../auth/index.ts';
import { command, run } from '../commands/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { eraseSealed, lockRecipient } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 1_000;

/** What a service needs its recipients for. */
export interface Uses {
  readonly service: ServiceName;
  /** Why one cannot be erased now; undefined if nothing needs it. */
  find(tx: Tx, id: string): Promise<string | undefined>;
  /** Those that nothing has needed since then, of every tenant. */
  outdated(db: Db, before: Date, limit: number): Promise<readonly { id: string; tenant: string }[]>;
}

/** Only the keyed hash stays, which the audit log has too. Refused while something needs it. */
export async function eraseRecipient(context: Context<Db>, uses: Uses, id: string): Promise<void> {
  await run(context, erasing(uses), { id });
}

const erasing = ({ service, ...uses }: Uses) =>
  command({
    name: 'recipient.erase',
    scope: 'admin',
    async lock(tx, { id }: { readonly id: string }, { actor: { tenant } }) {
      const row = await lockRecipient(tx, { tenant, service }, id).executeTakeFirst();
      return row && { row, need: await uses.find(tx, id) };
    },
    decide({ row, need }, _input, { now }) {
      if (row.erased_at) throw new Problem('invalid_transition', 'It was erased before.');
      if (need !== undefined) throw new Problem('invalid_transition', need);
      return { change: { id: row.id, now }, audit: { subject: row.id, details: { hash: row.hash } } };
    },
    write: (tx, { id, now }) => eraseSealed(tx, id, now).executeTakeFirst(),
  });

/** Erases what nothing has needed for as long as it is to be kept. */
export async function eraseOutdated(context: Context<Db>, uses: Uses, keepDays: number): Promise<void> {
  const before = new Date(context.clock.now().getTime() - keepDays * DAY_MS);
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const { id, tenant } of await uses.outdated(context.db, before, AT_ONCE)) {
      context.signal.throwIfAborted();
      const actor = { ...context.actor, tenant };
      if (await eraseUnused({ ...context, actor }, uses, id)) isMore = true;
    }
  }
}

/** False if somebody has used or erased it in the meantime. */
async function eraseUnused(context: Context<Db>, uses: Uses, id: string): Promise<boolean> {
  try {
    await eraseRecipient(context, uses, id);
    return true;
  } catch (error) {
    if (error instanceof Problem && ['invalid_transition', 'not_found'].includes(error.code)) return false;
    throw error;
  }
}
