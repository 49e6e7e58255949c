import type { Provider } from '../engine/terms.ts';

/** Other exchanges and custodians, as this one calls them. */
export const PROVIDERS: readonly Provider[] = [
  { id: 'BVLT', name: 'Bluevault Custody' },
  { id: 'CMLS', name: 'Cumulus Digital' },
  { id: 'HRBR', name: 'Harbour Bank of Digital Assets' },
  { id: 'KTKR', name: 'Kitakaze Coin 北風コイン' },
  { id: 'MRDN', name: 'Meridian Exchange' },
  { id: 'NRDL', name: 'Nordlicht Börse' },
  { id: 'ARRA', name: 'Aurora Exchange' },
  { id: 'SLTS', name: 'Solstice Wallets' },
];
