import { disbursementEvents } from '../partner/disbursements/index.ts';
import { conversionEvents } from '../trading/conversions/index.ts';
import { depositEvents } from '../trading/deposits/index.ts';
import { exportEvents } from '../trading/exports/index.ts';
import { managedBalanceEvents } from '../trading/managed-balances/index.ts';
import { transferEvents } from '../trading/transfers/index.ts';
import { withdrawalEvents } from '../trading/withdrawals/index.ts';

/** Every event that webhook destinations of the trading service can subscribe to, in the order of the documentation. */
export const tradingEvents = [
  ...withdrawalEvents,
  ...depositEvents,
  ...transferEvents,
  ...conversionEvents,
  ...managedBalanceEvents,
  ...exportEvents,
] as const;

/** Those of the partner service. */
export const partnerEvents = disbursementEvents;
