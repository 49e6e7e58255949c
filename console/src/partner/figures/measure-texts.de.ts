import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { plural } from '../../shared/text/index.ts';
import type { measured as english, measureUnit as englishUnit } from './measure-texts.ts';

const plain = (decimal: string): string => groupDigits(new Big(decimal).toFixed());

const AMOUNTS: Readonly<Record<string, (amount: string) => string>> = {
  volume_mln_usd: (amount) => `${plain(amount)} Mio. USD Volumen`,
  volume_lots: (amount) => `${plain(amount)} Lots`,
  active_clients: (amount) => plural(Number(amount), 'aktiver Kunde', 'aktive Kunden'),
  reward_usd: (amount) => `${plain(amount)} USD an Prämien`,
};

/** The sentence around an amount beyond another says that it is missing, so `more` adds no word. */
export const measured: typeof english = (measure, amount) => (AMOUNTS[measure] ?? plain)(amount);

const UNITS: Readonly<Record<string, string>> = {
  volume_mln_usd: 'Mio. USD',
  volume_lots: 'Lots',
  active_clients: 'Kunden',
  reward_usd: 'USD',
};

export const measureUnit: typeof englishUnit = (measure) => UNITS[measure] ?? '';
