import type { TierProgress } from '@quaestor/sdk';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { plural } from '../../shared/text/index.ts';

type Measure = NonNullable<TierProgress['next']>['measure'];

const plain = (decimal: string): string => groupDigits(new Big(decimal).toFixed());

/** An amount of what tiers are reached by; `more` stands where it is an amount beyond another. */
const AMOUNTS: Readonly<Record<Measure, (amount: string, more?: 'more') => string>> = {
  volume_mln_usd: (amount, more) => join(plain(amount), 'mln USD', more, 'volume'),
  volume_lots: (amount, more) => join(plain(amount), more, 'lots'),
  active_clients: (amount, more) =>
    plural(Number(amount), join(more, 'active client'), join(more, 'active clients')),
  reward_usd: (amount, more) => join(plain(amount), 'USD', more, 'in rewards'),
};

const UNITS: Readonly<Record<Measure, string>> = {
  volume_mln_usd: 'mln USD',
  volume_lots: 'lots',
  active_clients: 'clients',
  reward_usd: 'USD',
};

const join = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined).join(' ');

const isMeasure = (name: string): name is Measure => name in AMOUNTS;

/** `25 mln USD volume`, `6.75 mln USD more volume`. */
export const measured = (measure: string, amount: string, more?: 'more'): string =>
  isMeasure(measure) ? AMOUNTS[measure](amount, more) : plain(amount);

/** The unit in which a measure is counted. */
export const measureUnit = (measure: string): string => (isMeasure(measure) ? UNITS[measure] : '');
