import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { release } from '../wallets/index.ts';
import { referenceOf } from './ledger.ts';
import type { Disbursement } from './schema.ts';
import { announce, lockDisbursements, updateDisbursements, type DisbursementRow } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

interface Cancelling {
  readonly number: number;
  readonly reason: string;
}

/** The partner cancels what is not approved yet. */
export async function cancelOwn(context: Context<Db>, input: Cancelling): Promise<Disbursement> {
  return (await run(context, cancelAsPartner, input)).result;
}

/** A manager cancels what is not in a file. */
export async function cancelDisbursement(context: Context<Db>, input: Cancelling): Promise<Disbursement> {
  return (await run(context, cancelAsManager, input)).result;
}

const cancelling = (scope: 'disbursements:edit' | 'disbursements:manage', from: readonly string[]) =>
  command({
    name: 'disbursement.cancel',
    scope,
    async lock(tx, { number }: Cancelling, { actor }): Promise<DisbursementRow | undefined> {
      const row = await lockDisbursements(tx, actor.tenant, [number]).executeTakeFirst();
      const isOwn = actor.partnerUid === undefined || row?.partner_uid === actor.partnerUid;
      return isOwn ? row : undefined;
    },
    decide(row: DisbursementRow, { reason }, { now }) {
      const { number, status, partner_uid, amount, currency } = row;
      if (!from.includes(status))
        throw new Problem(
          'invalid_transition',
          `The disbursement is ${status}; only ${from.join(' and ')} ones can be cancelled.`,
        );
      return {
        change: { row, change: { status: 'CANCELLED' as const, reason, updated_at: now } },
        audit: { subject: String(number), details: { partner_uid, amount, currency, reason } },
      };
    },
    async write(tx, { row, change }) {
      await release(tx, referenceOf(row.number));
      const made = await updateDisbursements(tx, [row.number], row.status, change).executeTakeFirst();
      await announce(tx, 'disbursement.cancelled', [row.number], change.updated_at).execute();
      return made && toDisbursement(made);
    },
  });

const cancelAsPartner = cancelling('disbursements:edit', ['REQUESTED']);
const cancelAsManager = cancelling('disbursements:manage', ['REQUESTED', 'APPROVED']);
