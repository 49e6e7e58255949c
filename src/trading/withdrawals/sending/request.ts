import { Decimal } from '../../../kernel/index.ts';
import type { TravelRule } from '../../../platform/personal-data/index.ts';
import type { WithdrawalRequest } from '../../venues/index.ts';
import type { WithdrawalRow } from '../store.ts';

/** The request to the venue. Its reference is the id of the withdrawal, not the caller's reference. */
export function toRequest(
  { id, asset, amount, destination }: WithdrawalRow,
  travelRule?: TravelRule,
): WithdrawalRequest {
  return {
    reference: id,
    asset,
    amount: Decimal.parse(amount),
    ...(travelRule && { travelRule }),
    destination:
      destination.kind === 'fiat'
        ? { kind: 'fiat', alias: destination.account, paymentText: destination.reference ?? undefined }
        : {
            kind: 'blockchain',
            network: destination.network,
            address: destination.address,
            tag: destination.tag ?? undefined,
            alias: destination.alias ?? undefined,
          },
  };
}
