export const STATUSES = [
  'SIMULATED',
  'PENDING',
  'PROCESSING',
  'PENDING_CANCEL',
  'CANCELLED',
  'COMPLETED',
  'FAILED',
] as const;
export type Status = (typeof STATUSES)[number];

export const EXECUTORS = ['MARKET', 'TAKER', 'MAKER', 'MAKER_TAKER', 'TWAP'] as const;
export type Executor = (typeof EXECUTORS)[number];
