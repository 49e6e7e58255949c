import type { OnChain } from '../chain/index.ts';

/** A program that pays nobody on chain. */
export const OFF_CHAIN: OnChain = { url: '', clientId: '', clientSecret: '', networks: [] };
