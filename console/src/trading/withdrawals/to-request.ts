import type { CreateWithdrawal, SavedDestination } from '@quaestor/sdk';

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
  readonly reference: string;
}

export function toRequest(draft: Draft, destinations: readonly SavedDestination[]): CreateWithdrawal {
  const { venue, asset, amount, reference } = draft;
  return {
    venue: venue ?? '',
    asset: { code: asset ?? '' },
    amount,
    reference: reference.trim(),
    ...destinationOf(draft, destinations),
  };
}

function destinationOf(
  { to, alias, network, address, tag }: Draft,
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
    ? { fiatDestination: { alias: saved.alias } }
    : { blockchainDestination: { alias: alias ?? '' } };
}
