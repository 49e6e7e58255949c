import type { Answers } from '../../answers.ts';

const REPEATED = ['DUPLICATE_REQUEST', 'ORDER_EXISTS', 'REPEATED_CREATION'];

export const answers: Answers = {
  codesOf: ({ label }) => [String(label)],
  turnedAway: {
    FORBIDDEN: 'key',
    INVALID_CREDENTIALS: 'key',
    INVALID_KEY: 'key',
    INVALID_SIGNATURE: 'key',
    IP_FORBIDDEN: 'address',
    MISSING_REQUIRED_HEADER: 'key',
    READ_ONLY: 'key',
    REQUEST_EXPIRED: 'clock',
    TOO_FAST: 'limit', // withdrawals too frequent
    TOO_MANY_REQUESTS: 'limit',
  },
  place: {
    refused: {
      ACCOUNT_LOCKED: 'account',
      AMOUNT_TOO_LITTLE: 'size',
      AMOUNT_TOO_MUCH: 'size',
      BALANCE_NOT_ENOUGH: 'balance',
      INVALID_CURRENCY: 'symbol',
      INVALID_CURRENCY_PAIR: 'symbol',
      INVALID_PARAM_VALUE: 'form',
      INVALID_PRECISION: 'precision',
      MISSING_REQUIRED_PARAM: 'form',
      POC_FILL_IMMEDIATELY: 'post-only',
      PRICE_THRESHOLD_EXCEEDED: 'price',
      SUB_ACCOUNT_LOCKED: 'account',
      TOO_MANY_ORDERS: 'quota',
      TRADE_RESTRICTED: 'account',
    },
    repeated: REPEATED,
  },
  withdraw: {
    refused: {
      ACCOUNT_LOCKED: 'account',
      ADDRESS_NOT_USED: 'address',
      AMOUNT_TOO_LITTLE: 'size',
      AMOUNT_TOO_MUCH: 'size',
      API_WITHDRAW_DISABLED: 'account',
      BALANCE_NOT_ENOUGH: 'balance',
      INVALID_CURRENCY: 'asset',
      INVALID_PARAM_VALUE: 'form',
      INVALID_PRECISION: 'precision',
      MISSING_REQUIRED_PARAM: 'form',
      WITHDRAWAL_OVER_LIMIT: 'quota',
    },
    repeated: REPEATED,
  },
};
