import type { Answers } from '../../answers.ts';
import { text } from '../../profile.ts';

export const answers: Answers = {
  codesOf: ({ 'err-code': code, code: other }) => [code, other].flatMap((one) => text(one) ?? []),
  turnedAway: {
    'api-signature-check-failed': 'key',
    'api-signature-not-valid': 'key',
    'base-request-exceed-frequency-limit': 'limit',
    'rate-too-many-requests': 'limit',
  },
  place: {
    refused: {
      'account-frozen-balance-insufficient-error': 'balance',
      'base-symbol-error': 'symbol',
      'base-symbol-trade-disabled': 'symbol',
      'order-accountbalance-error': 'balance',
      'order-disabled': 'symbol',
      'order-etp-nav-price-max-error': 'price',
      'order-etp-nav-price-min-error': 'price',
      'order-holding-limit-failed': 'quota',
      'order-invalid-price': 'price',
      'order-limitorder-amount-max-error': 'size',
      'order-limitorder-amount-min-error': 'size',
      'order-limitorder-price-buy-max-error': 'price',
      'order-limitorder-price-buy-min-error': 'price',
      'order-limitorder-price-max-error': 'price',
      'order-limitorder-price-min-error': 'price',
      'order-limitorder-price-sell-max-error': 'price',
      'order-limitorder-price-sell-min-error': 'price',
      'order-marketorder-amount-min-error': 'size',
      'order-orderamount-precision-error': 'precision',
      'order-orderprice-precision-error': 'precision',
      'order-value-min-error': 'size',
      'validation-format-error': 'form',
    },
    repeated: ['invalid-client-order-id', 'order-duplicate-client-order-id'],
  },
  withdraw: {
    refused: {
      'base-currency-chain-error': 'asset', // the asset has no such chain
      'base-withdraw-fee-error': 'fee',
      'dw-insufficient-balance': 'balance',
      'dw-withdraw-min-limit': 'size',
      'invalid-address': 'address',
      'validation-format-error': 'form',
    },
    repeated: ['invalid-client-order-id'],
  },
};
