import { createHash } from 'node:crypto';
import { base58 } from './base58.ts';
import type { Transfer } from './state.ts';

/** A deterministic hash in the form of the transfer's network, or a bank reference. */
export function transactionHash(exchange: string, transfer: Transfer): string {
  const digest = createHash('sha512').update(`${exchange}/${transfer.id}/${transfer.reference}`).digest();
  const short = digest.subarray(0, 32).toString('hex');
  const { destination } = transfer;
  if (destination?.kind !== 'blockchain') return `BANK-${short.slice(0, 16).toUpperCase()}`;
  switch (destination.network) {
    case 'ETHEREUM':
      return `0x${short}`;
    case 'SOLANA':
      return base58(digest);
    case 'XRPL':
      return short.toUpperCase();
    default:
      return short;
  }
}
