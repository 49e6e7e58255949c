import type { CreateWithdrawal, SavedDestination, TravelRule, Withdrawal } from '@quaestor/sdk';
import { readAmount } from '../../../shared/money/index.ts';

/** What the form holds. */
export interface Draft {
  readonly venue: string | null;
  readonly asset: string | null;
  readonly amount: string;
  readonly to: 'saved' | 'new';
  readonly alias: string | null;
  readonly network: string | null;
  readonly address: string;
  readonly tag: string;
  /** For the receiver of a bank transfer. */
  readonly paymentText: string;
  readonly reference: string;
}

/** With who receives it, where the venue asks and the destination is not saved. */
export function toRequest(
  draft: Draft,
  destinations: readonly SavedDestination[],
  travelRule?: TravelRule,
): CreateWithdrawal {
  const { venue, asset, amount, reference } = draft;
  return {
    venue: venue ?? '',
    asset: { code: asset ?? '' },
    amount: readAmount(amount, asset ?? '') ?? '',
    reference: reference.trim(),
    ...destinationOf(draft, destinations),
    ...(travelRule && { travelRule }),
  };
}

const MOST_KEPT = 100;

/** The request as a dry run: with a reference of its own, which is not longer than the server allows. */
export function toCheck<Request extends { readonly reference: string }>(
  request: Request,
  now: number,
): Request {
  // Half of a character that takes two places is no text.
  const kept = request.reference.slice(0, MOST_KEPT).replace(/[\uD800-\uDBFF]$/, '');
  return { ...request, reference: `${kept}.check.${now.toString(36)}` };
}

/** The request for what its dry run has shown: the server refuses it once the name stands for another address. */
export function asShown(
  request: CreateWithdrawal,
  { blockchainDestination: shown }: Pick<Withdrawal, 'blockchainDestination'>,
): CreateWithdrawal {
  const alias = request.blockchainDestination?.alias;
  if (alias === undefined || shown === null) return request;
  const { address, network, tag } = shown;
  return { ...request, blockchainDestination: { alias, address, network, ...(tag !== null && { tag }) } };
}

function destinationOf(
  { to, alias, network, address, tag, paymentText }: Draft,
  destinations: readonly SavedDestination[],
): Pick<CreateWithdrawal, 'blockchainDestination' | 'fiatDestination'> {
  if (to === 'new') {
    return {
      blockchainDestination: {
        address: address.trim(),
        network: network ?? '',
        ...(tag.trim() !== '' && { tag: tag.trim() }),
      },
    };
  }
  const saved = destinations.find((known) => known.alias === alias);
  return saved?.kind === 'bank'
    ? {
        fiatDestination: {
          alias: saved.alias,
          ...(paymentText.trim() !== '' && { reference: paymentText.trim() }),
        },
      }
    : { blockchainDestination: { alias: alias ?? '' } };
}
