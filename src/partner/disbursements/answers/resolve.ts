import { Decimal, Problem, type Context } from '../../../kernel/index.ts';
import { isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Disbursement } from '../schema.ts';
import { canSettle, settle } from '../settle.ts';
import { lockDisbursements, type DisbursementRow } from '../store.ts';
import { toDisbursement } from '../to-disbursement.ts';
import { outcomeOf } from './interpret.ts';
import { lockKnown, lockLine, updateLine, type LineRow } from './store.ts';

interface Assigning {
  readonly id: string;
  readonly disbursement_number: number;
}

interface State {
  readonly line: LineRow;
  readonly row: DisbursementRow;
  /** Our account from which it was paid. */
  readonly iban: string;
  readonly isOwn: boolean;
}

/** A person says which disbursement a booking of the bank is about. Nothing but its id may differ. */
export async function assignLine(context: Context<Db>, input: Assigning): Promise<Disbursement> {
  return (await run(context, assign, input)).result;
}

const assign = command({
  name: 'disbursement-answer-line.assign',
  scope: 'disbursements:manage',
  async lock(
    tx,
    { id, disbursement_number: number }: Assigning,
    { actor, clock },
  ): Promise<State | undefined> {
    // Imports lock disbursements before lines as well.
    const [row] = await lockDisbursements(tx, actor.tenant, [number]).execute();
    const [known] = await lockKnown(tx, actor.tenant, [number], []).execute();
    const line: LineRow | undefined = await lockLine(tx, actor.tenant, id).executeTakeFirst();
    if (!line) return undefined;
    if (!row || !known) throw new Problem('not_found', `There is no disbursement ${number} in a file.`);
    const approval = { by: known.approved_by, at: known.approved_at };
    const isOwn = await isSamePerson(tx, approval, { by: actor.id, at: clock.now() });
    return { line, row, iban: known.iban, isOwn };
  },
  approves: ({ row: { number, amount, currency } }: State, { id }) => ({
    line: id,
    number,
    amount,
    currency,
  }),
  decide({ line, row, iban, isOwn }: State, { id }, { actor, now }) {
    requireOpen(line);
    const { number, status, amount, currency } = row;
    const { details: record } = line;
    if (record.kind !== 'booking' || record.batchId !== undefined)
      throw new Problem('unprocessable', 'Only a booking of one payment can be assigned; dismiss the line.');
    if (record.isDebit && record.isReturn)
      throw new Problem('unprocessable', 'It takes money back that came back; dismiss the line.');
    const booked = Decimal.tryParse(record.amount);
    if (record.iban !== iban || record.currency !== currency || !booked?.equals(Decimal.parse(amount))) {
      const rule = `must be of ${record.amount} ${record.currency} from ${record.iban}, as the booking is`;
      throw new Problem('unprocessable', `The disbursement ${rule}.`, {
        errors: { disbursement_number: [rule] },
      });
    }
    const outcome = record.isDebit ? 'PAID' : 'RETURNED';
    if (!canSettle(status, outcome))
      throw new Problem(
        'invalid_transition',
        `Disbursement ${number} is ${status}, so it cannot be ${outcome}.`,
      );
    if (isOwn)
      throw new Problem('unprocessable', 'Another person must assign it: you count as who approved it.');
    return {
      change: { id, row, outcome: outcomeOf(outcome, record.reasons, true), by: actor.id, now },
      audit: { subject: id, details: { disbursement: number, outcome, amount, currency } },
    };
  },
  async write(tx, { id, row, outcome, by, now }) {
    const made = await settle(tx, row, outcome, { by, at: now });
    const resolved = { resolved_by: by, resolved_at: now };
    await updateLine(tx, id, {
      outcome: 'ASSIGNED',
      disbursement_number: String(row.number),
      ...resolved,
    }).execute();
    return made && toDisbursement(made);
  },
});

interface Dismissing {
  readonly id: string;
  readonly reason: string;
}

/** A person says that nothing has to be done about a line. */
export async function dismissLine(context: Context<Db>, input: Dismissing): Promise<void> {
  await run(context, dismiss, input);
}

const dismiss = command({
  name: 'disbursement-answer-line.dismiss',
  scope: 'disbursements:manage',
  lock: async (tx, { id }: Dismissing, { actor }): Promise<LineRow | undefined> =>
    lockLine(tx, actor.tenant, id).executeTakeFirst(),
  decide(line: LineRow, { id, reason }, { actor, now }) {
    requireOpen(line);
    return {
      change: { id, end: { resolution: reason, resolved_by: actor.id, resolved_at: now } },
      audit: { subject: id, details: { reason } },
    };
  },
  async write(tx, { id, end }) {
    await updateLine(tx, id, { outcome: 'DISMISSED', ...end }).execute();
    return {};
  },
});

function requireOpen({ outcome }: LineRow): void {
  if (outcome !== 'UNMATCHED' && outcome !== 'WAITING')
    throw new Problem('invalid_transition', `The line is ${outcome}, so it needs no person.`);
}
