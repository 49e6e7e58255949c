import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { eventsOf, move, saveShown } from './move.ts';
import type { Withdrawal } from './schema.ts';
import { selectAttempts } from './sending/index.ts';
import { lockWithdrawal } from './store.ts';

interface CancelInput {
  readonly id: string;
}

export async function cancelWithdrawal(context: Context<Db>, input: CancelInput): Promise<Withdrawal> {
  return (await run(context, cancel, input)).result;
}

export const cancel = command({
  name: 'withdrawal.cancel',
  scope: 'venue-transfer:edit',
  async lock(tx, { id }: CancelInput, { actor }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    return row && { row, attempts: await selectAttempts(tx, id).execute() };
  },
  decide({ row, attempts }, _input, { actor, now }) {
    const failure_message = `Cancelled by ${actor.id}.`;
    const change = move(row, 'CANCELLED', now, { failure_message });
    if (attempts.length > 0) {
      throw new Problem(
        'invalid_transition',
        'It is being sent to the venue and can no longer be cancelled.',
      );
    }
    return {
      change,
      audit: { subject: row.id, details: { status: 'CANCELLED', reason: failure_message } },
      events: eventsOf(change),
    };
  },
  write: (tx, made) => saveShown(tx, made),
});
