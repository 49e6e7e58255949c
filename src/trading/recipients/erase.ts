import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { eraseRecipient as eraseRow, lockRecipient, selectOutdated, selectUses } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 1_000;

/** Only the keyed hash stays, which the audit log has too. Refused while something needs it. */
export async function eraseRecipient(context: Context<Db>, input: { readonly id: string }): Promise<void> {
  await run(context, erase, input);
}

const erase = command({
  name: 'recipient.erase',
  scope: 'admin',
  async lock(tx, { id }: { readonly id: string }, { actor }) {
    const row = await lockRecipient(tx, actor.tenant, id).executeTakeFirst();
    return row && { row, use: await selectUses(tx, id).executeTakeFirst() };
  },
  decide({ row, use }, _input, { now }) {
    if (row.erased_at) throw new Problem('invalid_transition', 'It was erased before.');
    if (use?.kind === 'destination') {
      throw new Problem(
        'invalid_transition',
        `The saved destination ${use.name} has it: change or delete that.`,
      );
    }
    if (use) throw new Problem('invalid_transition', `The withdrawal ${use.name} has not ended.`);
    return { change: { id: row.id, now }, audit: { subject: row.id, details: { hash: row.hash } } };
  },
  write: (tx, { id, now }) => eraseRow(tx, id, now).executeTakeFirst(),
});

/** Erases what nothing has needed for as long as it is to be kept. */
export async function eraseOutdated(context: Context<Db>, keepDays: number): Promise<void> {
  const before = new Date(context.clock.now().getTime() - keepDays * DAY_MS);
  for (const { id, tenant } of await selectOutdated(context.db, before, AT_ONCE).execute()) {
    context.signal.throwIfAborted();
    const actor = { ...context.actor, tenant };
    await run({ ...context, actor }, erase, { id }).catch(ignoreUsed);
  }
}

/** Somebody has used or erased it in the meantime. */
function ignoreUsed(error: unknown): void {
  if (!(error instanceof Problem) || !['invalid_transition', 'not_found'].includes(error.code)) throw error;
}
