import type { Deposit, Transfer } from '@quaestor/sdk';
import { Big } from 'big.js';

type Sent = Pick<Transfer, 'amount' | 'blockchainDestination' | 'withdrawal'>;
type Part = 'amount' | 'transaction' | 'address' | 'tag' | 'network';

/** Hexadecimal texts and addresses in bech32 are the same in either case. */
const plain = (text: string): string =>
  /^0x[0-9a-f]+$/i.test(text) || /^BC1[02-9AC-HJ-NP-Z]+$/.test(text) ? text.toLowerCase() : text;

const isSame = (ours: string | null, theirs: string | null | undefined): boolean =>
  plain(ours ?? '') === plain(theirs ?? '');

/** In what a deposit is not what was sent. What the venue does not say is not known, and so it differs. */
export function differencesOf({ amount, blockchainDestination, withdrawal }: Sent, deposit: Deposit): Part[] {
  const to = deposit.blockchainDestination;
  const hash = deposit.blockchainMetadata?.hash ?? deposit.internalTransferId;
  const parts: Readonly<Record<Part, boolean>> = {
    amount: new Big(withdrawal.receivedAmount ?? amount).eq(deposit.amount),
    transaction: isSame(withdrawal.hash ?? withdrawal.internalTransferId, hash),
    address: isSame(blockchainDestination.address, to?.address),
    tag: isSame(blockchainDestination.tag, to?.tag),
    // Some venues name no network.
    network: (to?.network ?? blockchainDestination.network) === blockchainDestination.network,
  };
  return (Object.keys(parts) as Part[]).filter((part) => !parts[part]);
}
