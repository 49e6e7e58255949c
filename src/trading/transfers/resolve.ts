import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { transferMatched } from './events.ts';
import { checkFree, lockEnds, writeMatch, type Ends, type MatchInput } from './match.ts';
import type { Transfer, TransferResolution } from './schema.ts';
import { selectTransfer, type MatchRow } from './store.ts';
import { toTransfer } from './transfer.ts';

interface ResolveInput extends TransferResolution {
  readonly id: string;
}

/** Records which deposit a transfer has become, as a person has found out. */
export async function resolveTransfer(context: Context<Db>, input: ResolveInput): Promise<Transfer> {
  return (await run(context, resolve, input)).result;
}

const resolve = command({
  name: 'transfer.resolve',
  scope: 'admin',
  lock: (tx, input: MatchInput & ResolveInput, { actor }) => lockEnds(tx, actor.tenant, input),
  approves: ({ sent, received }: Ends) => ({
    id: sent.id,
    fromVenue: sent.venue,
    toVenue: sent.to_venue,
    asset: sent.asset,
    amount: sent.amount,
    depositId: received.id,
    arrived: received.amount,
  }),
  decide(ends: Ends, { id, depositId, comment }, { actor, now }) {
    checkFree(ends);
    const { sent, received } = ends;
    if (received.venue !== sent.to_venue || received.asset !== sent.asset) {
      throw new Problem('unprocessable', 'The deposit is of another venue or asset.', {
        errors: { depositId: [`must be a deposit of ${sent.asset} at ${sent.to_venue}`] },
      });
    }
    const row: MatchRow = {
      withdrawal_id: id,
      tenant: actor.tenant,
      deposit_id: depositId,
      reason: null,
      updated_at: now,
    };
    return {
      change: row,
      audit: { subject: id, details: { depositId, reason: comment } },
      events: [event(transferMatched, { id, depositId })],
    };
  },
  async write(tx, row) {
    if (!(await writeMatch(tx, row))) return undefined;
    const made = await selectTransfer(tx, row.tenant, row.withdrawal_id).executeTakeFirst();
    return made && toTransfer(made);
  },
});
