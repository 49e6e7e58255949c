import { canonicalJson, Decimal } from '../../src/kernel/index.ts';
import { checkBeneficiary, inquiryAbout, type Beneficiary } from './beneficiary/index.ts';
import { balanceOf, move } from './move.ts';
import { parseAmount } from './parse-amount.ts';
import { Refusal } from './refusal.ts';
import { assetOf, type ExchangeState, type Transfer, type TransferDestination } from './state.ts';
import type { AssetTerms } from './terms.ts';
import { begin, withdrawalOf } from './transfer.ts';

export interface WithdrawInput {
  readonly reference: string;
  readonly asset: string;
  readonly amount: string;
  readonly destination: TransferDestination;
  readonly beneficiary?: Beneficiary;
  readonly delayMs: number;
  /** Why it will fail once processed; null means that it succeeds. */
  readonly fate: string | null;
}

/** Accepts a withdrawal of the client. A repeated reference returns the existing one. */
export function withdraw(state: ExchangeState, input: WithdrawInput, at: number): Transfer {
  const { reference, destination, beneficiary, fate } = input;
  const asset = assetOf(state, input.asset);
  const asked = parseAmount('amount', input.amount);
  const fee = feeOf(asset, destination);
  const isInside = state.terms.account.withdrawalFees === 'inside';
  const amount = isInside && fee ? asked.minus(fee) : asked;
  const known = withdrawalOf(state, reference);
  if (known) {
    if (isSame(known, input, amount)) return known;
    throw new Refusal('reference_reused', `The reference ${reference} belongs to another withdrawal.`);
  }
  checkAmount(asset, amount);
  checkDestination(asset, destination);
  checkBeneficiary(state.terms.account, destination, beneficiary);
  const total = fee ? amount.plus(fee) : amount;
  const account = state.terms.account.code;
  const { available } = balanceOf(state, account, asset.code);
  if (available.compare(total) < 0) {
    throw new Refusal('insufficient_balance', `Only ${available.toString()} ${asset.code} is available.`);
  }
  move(state, asset.code, total, [account, 'available'], [account, 'withdrawing']);
  const settlesAt = at + input.delayMs;
  const kind = 'withdrawal';
  const inquiry = inquiryAbout(beneficiary);
  return begin(state, {
    kind,
    reference,
    asset: asset.code,
    amount,
    ...(fee && { fee }),
    destination,
    ...(beneficiary && { beneficiary }),
    ...(inquiry !== null && { inquiry }),
    acceptedAt: at,
    settlesAt,
    fate,
  });
}

const isSame = (known: Transfer, input: WithdrawInput, amount: Decimal): boolean =>
  known.asset === input.asset &&
  known.amount.equals(amount) &&
  canonicalJson(known.destination) === canonicalJson(input.destination) &&
  canonicalJson(known.beneficiary ?? null) === canonicalJson(input.beneficiary ?? null);

function checkAmount(asset: AssetTerms, amount: Decimal): void {
  if (amount.trim().scale > asset.precision) {
    throw new Refusal('invalid_amount', `${asset.code} has at most ${asset.precision} decimals.`);
  }
  if (amount.compare(Decimal.parse(asset.minWithdrawal)) < 0) {
    throw new Refusal('below_minimum', `At least ${asset.minWithdrawal} ${asset.code} can be withdrawn.`);
  }
}

function feeOf({ networks }: AssetTerms, destination: TransferDestination): Decimal | undefined {
  if (destination.kind === 'fiat') return undefined;
  const fee = networks.find(({ code }) => code === destination.network)?.withdrawalFee;
  return fee === undefined ? undefined : Decimal.parse(fee);
}

const ALIAS = /^[\w.-]{1,64}$/;

function checkDestination(asset: AssetTerms, destination: TransferDestination): void {
  const isFiat = asset.networks.some((network) => network.addressFormat === 'alias');
  if (isFiat !== (destination.kind === 'fiat')) {
    throw new Refusal('invalid_destination', `${asset.code} cannot be sent to this kind of destination.`);
  }
  if (destination.kind === 'fiat') {
    if (ALIAS.test(destination.alias)) return;
    throw new Refusal('invalid_destination', 'There is no bank account of that name.');
  }
  const network = asset.networks.find(({ code }) => code === destination.network);
  if (!network) {
    throw new Refusal('unknown_network', `${asset.code} cannot be sent over ${destination.network}.`);
  }
  if (network.tag === 'required' && destination.tag === undefined) {
    throw new Refusal('invalid_destination', `${network.code} needs a tag.`);
  }
  if (network.tag === 'none' && destination.tag !== undefined) {
    throw new Refusal('invalid_destination', `${network.code} has no tags.`);
  }
}
