import { Decimal } from '../../../kernel/index.ts';
import type { Saved } from '../../destinations/index.ts';
import type { Applicant } from '../../policies/index.ts';
import type { NewRecipient } from '../../../platform/recipients/index.ts';
import type { Form } from '../../travel-rule/index.ts';
import type { Valuation } from '../policy/index.ts';
import type { Body, CreateInput, Managed } from './input.ts';

export const aliasOf = ({ fiatDestination, blockchainDestination }: Body): string | undefined =>
  fiatDestination?.alias ?? blockchainDestination?.alias;

export function savedAs(saved: Saved, body: Body) {
  const alias = aliasOf(body);
  return alias === undefined ? undefined : saved.byAlias(alias);
}

/** What says who receives it: the saved destination that is named or, where the venue asks, the one with the same address. */
export function receivingAt(saved: Saved, body: Body, isAsked: boolean) {
  const { network, address, tag = null } = body.blockchainDestination ?? {};
  const isPlace = isAsked && network !== undefined && address !== undefined;
  return (
    savedAs(saved, body) ??
    (isPlace ? saved.withRecipient({ kind: 'blockchain', network, address, tag }) : undefined)
  );
}

/** Who receives it, as the request says. With `leaveOutSurplus`, a venue that asks nothing gets nothing. */
export const givenAt = (asks: Form | undefined, { body, given }: CreateInput): NewRecipient | undefined =>
  body.leaveOutSurplus === true && asks === undefined ? undefined : given;

export const requesterOf = (managed: Managed | undefined) =>
  managed?.isAlone ? 'MANAGED_BALANCE' : undefined;

export function toApplicant(
  { saved, valuation }: { readonly saved: Saved; readonly valuation: Valuation },
  body: Body,
  {
    given,
    requester,
  }: { readonly given?: NewRecipient | undefined; readonly requester?: Applicant['requester'] } = {},
): Applicant {
  const { venue, asset, blockchainDestination: chain } = body;
  const amount = Decimal.parse(body.amount);
  const { network = '', address = '', tag = null } = chain ?? {};
  const isKnown =
    aliasOf(body) === undefined
      ? saved.knows({ kind: 'blockchain', network, address, tag }, given?.row.hash ?? null)
      : (savedAs(saved, body)?.confirmed_at ?? null) !== null;
  return {
    venue,
    asset: asset.code,
    amount,
    destination: isKnown ? 'KNOWN' : 'NEW',
    requester,
    valueIn: (currency) => valuation.valueOf(asset.code, amount, currency),
  };
}
