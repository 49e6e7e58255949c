import type { Calculation as Explained } from '@quaestor/sdk';
import { Note } from '../../shared/parts/index.ts';
import { Calculation } from './calculation.tsx';
import { texts } from './texts.ts';

/** The amount in the currency of the account, or why one order has none of its own. */
export function InCurrency({ reward }: { reward: Explained }) {
  const { currency, reason } = reward;
  if (currency === '') return reason && <Note>{reason.message}</Note>;
  return currency !== 'USD' && <Calculation title={texts.calculation.in(currency)} of={reward} />;
}
