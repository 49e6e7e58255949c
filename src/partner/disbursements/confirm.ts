import {
  Decimal,
  invalid,
  noFieldErrors,
  Problem,
  refuseFieldErrors,
  type Context,
} from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectDetails } from './destinations/index.ts';
import type { Confirmation, Disbursement } from './schema.ts';
import { canSettle, settle } from './settle.ts';
import { lockDisbursements, selectDisbursement, type DisbursementRow } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

interface Confirming extends Confirmation {
  readonly number: number;
}

interface State {
  readonly row: DisbursementRow;
  /** Whether another system pays it. */
  readonly isExternal: boolean;
  readonly isOwn: boolean;
}

/** The system that pays a disbursement says what became of it. The same again changes nothing. */
export async function confirmPayment(context: Context<Db>, input: Confirming): Promise<Disbursement> {
  if (input.outcome === 'FAILED' && input.reason === undefined)
    throw invalid({ reason: ['is required for FAILED'] });
  return (await run(context, confirm, input)).result;
}

const confirm = command({
  name: 'disbursement.confirm',
  scope: 'disbursements:confirm',
  idempotency: {
    key: ({ number }: Confirming) => String(number),
    async find(db, subject, { actor }) {
      const row = await selectDisbursement(db, actor.tenant, Number(subject)).executeTakeFirst();
      return row && toDisbursement(row);
    },
  },
  async lock(tx, { number }: Confirming, { actor, clock }): Promise<State | undefined> {
    const row = await lockDisbursements(tx, actor.tenant, [number]).executeTakeFirst();
    if (!row) return undefined;
    const { approved_by: by, approved_at: at, destination_id: id } = row;
    const target = id === null ? undefined : await selectDetails(tx, id).executeTakeFirst();
    const own = { by: actor.id, at: clock.now() };
    return {
      row,
      isExternal: target?.details.kind === 'external',
      isOwn: by !== null && at !== null && (await isSamePerson(tx, { by, at }, own)),
    };
  },
  approves: (_state: State, { number, outcome, amount, currency, reference }) => ({
    number,
    outcome,
    amount,
    currency,
    reference,
  }),
  decide({ row, isExternal, isOwn }: State, { outcome, reference, reason = null, ...said }, { actor, now }) {
    const { number, status, partner_uid, amount, currency } = row;
    if (row.destination_id !== null && !isExternal)
      throw new Problem(
        'unprocessable',
        `Disbursement ${number} does not go to an external destination: a bank says what became of it.`,
      );
    if (!canSettle(status, outcome))
      throw new Problem(
        'invalid_transition',
        `Disbursement ${number} is ${status} and cannot be ${outcome}.`,
      );
    if (isOwn)
      throw new Problem('unprocessable', 'Another client must confirm it: you count as who approved it.');
    const errors = noFieldErrors();
    if (!Decimal.tryParse(said.amount)?.equals(Decimal.parse(amount)))
      errors['amount'] = [`must be ${amount}, exactly what was approved`];
    if (said.currency !== currency) errors['currency'] = [`must be ${currency}`];
    refuseFieldErrors(errors);
    const disables = outcome === 'FAILED';
    return {
      change: {
        row,
        outcome: { outcome, reason, reference, disables, block: null },
        act: { by: actor.id, at: now },
      },
      audit: {
        subject: String(number),
        details: { partner_uid, outcome, amount, currency, reference, reason },
      },
    };
  },
  async write(tx, { row, outcome, act }) {
    const made = await settle(tx, row, outcome, act);
    return made && toDisbursement(made);
  },
});
