import { Decimal, invalid, Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { listAccounts, lockFigures, reserve, type Figures } from '../wallets/index.ts';
import type { BlockRow } from './blocking/index.ts';
import { blocksOf } from './blocks.ts';
import { findSuspended, readBlocks } from './circumstances.ts';
import type { DestinationRow } from './destinations/index.ts';
import type { Issuer } from './documents/index.ts';
import { postingOf, referenceOf } from './ledger.ts';
import { decimalsOf, wholeUnits } from './minor-units.ts';
import { approvalOccasion } from './notices.ts';
import type { Disbursement, NewDisbursement } from './schema.ts';
import { announce, insertDisbursement, takeNumber } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

interface Requesting {
  readonly partner_uid: string;
  readonly account_id: string;
  readonly currency: string;
  /** Absent for all that is available. */
  readonly amount: Decimal | undefined;
  readonly suspendedSince: string | undefined;
  readonly issuer: Issuer;
}

interface State {
  /** Of the new disbursement. */
  readonly number: number;
  readonly figures: Figures;
  readonly destination: DestinationRow | undefined;
  readonly block: BlockRow | undefined;
  readonly isUnsigned: boolean;
}

/** Asks for money of an account, and reserves it. */
export async function requestDisbursement(
  context: FactsContext,
  { account_id, amount: text }: NewDisbursement,
  issuer: Issuer,
): Promise<Disbursement> {
  const partner_uid = partnerOf(context.actor);
  const accounts = await listAccounts(context);
  const account = accounts.find(({ id, type }) => id === account_id && type === 'reward');
  if (!account) throw new Problem('not_found', `There is no account ${account_id} that is paid out.`);
  const { currency } = account;
  const amount = text === undefined ? undefined : readAmount('amount', text, currency);
  const suspendedSince = (await findSuspended(context)).get(partner_uid);
  const input = { partner_uid, account_id, currency, amount, suspendedSince, issuer };
  return (await run(context, request, input)).result;
}

/** A positive amount in whole minor units of a currency. */
export function readAmount(field: string, text: string, currency: string): Decimal {
  const amount = Decimal.tryParse(text);
  if (!amount || amount.sign <= 0)
    throw invalid({ [field]: ['must be a positive decimal such as "120.50"'] });
  if (!wholeUnits(amount, currency).equals(amount))
    throw invalid({
      [field]: [`must have at most ${decimalsOf(currency) ?? 0} decimals: it is in ${currency}`],
    });
  return wholeUnits(amount, currency);
}

const request = command({
  name: 'disbursement.request',
  scope: 'disbursements:edit',
  async lock(
    tx,
    { account_id, partner_uid, issuer }: Requesting,
    { actor: { tenant }, clock },
  ): Promise<State> {
    const now = clock.now();
    const figures = (await lockFigures(tx, [account_id], now))(account_id);
    const asked = { tenant, accounts: [{ account_id, partner_uid }], issuer, now };
    const { destinations, blocks, unsigned } = await readBlocks(tx, asked);
    const { number } = await takeNumber(tx).executeTakeFirstOrThrow();
    return {
      number,
      figures,
      destination: destinations.get(account_id),
      block: blocks.get(partner_uid),
      isUnsigned: unsigned.has(partner_uid),
    };
  },
  decide(state: State, { partner_uid, account_id, currency, suspendedSince, ...input }, { actor, now }) {
    const blocks = blocksOf({ ...state, currency, suspendedSince }, now);
    if (blocks.length > 0)
      throw new Problem('unprocessable', blocks.map(({ reason }) => reason).join(' '), {
        errors: { account_id: blocks.map(({ reason }) => reason) },
      });
    const available = wholeUnits(state.figures.available, currency);
    const amount = input.amount ?? available;
    if (amount.isZero || amount.compare(available) > 0) {
      const rule = `must be at most ${available.toString()} ${currency}, which is available`;
      throw new Problem('unprocessable', `amount ${rule}.`, { errors: { amount: [rule] } });
    }
    const row = {
      number: String(state.number),
      tenant: actor.tenant,
      partner_uid,
      account_id,
      currency,
      amount: amount.toString(),
      status: 'REQUESTED' as const,
      requested_by: actor.id,
      requested_at: now,
      destination_id: null,
      approved_by: null,
      approved_at: null,
      reason: null,
      returned_amount: null,
      file_number: null,
      run_number: null,
      settled_by: null,
      settled_at: null,
      reviewed_by: null,
      reviewed_at: null,
      payment_reference: null,
      updated_at: now,
    };
    return {
      change: row,
      jobs: [approvalOccasion(state.number)],
      audit: { subject: row.number, details: { partner_uid, account_id, currency, amount: row.amount } },
    };
  },
  async write(tx, row) {
    const made = await insertDisbursement(tx, row).executeTakeFirst();
    if (!made) return undefined;
    await reserve(tx, {
      kind: 'disbursement',
      reference: referenceOf(made.number),
      at: row.requested_at,
      postings: [postingOf(made, row.amount)],
    });
    await announce(tx, 'disbursement.requested', [made.number], row.requested_at).execute();
    return toDisbursement(made);
  },
});
