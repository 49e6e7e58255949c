import type { Posting } from '../wallets/index.ts';
import type { DisbursementRow } from './store.ts';

/** Under which a disbursement is reserved and posted. */
export const referenceOf = (number: number): string => `disbursement:${number}`;

type Line = Pick<DisbursementRow, 'account_id' | 'partner_uid' | 'currency'>;

export const postingOf = ({ account_id, partner_uid, currency }: Line, amount: string): Posting => ({
  account_id,
  partner_uid,
  currency,
  name: account_id,
  type: 'reward',
  amount,
});
