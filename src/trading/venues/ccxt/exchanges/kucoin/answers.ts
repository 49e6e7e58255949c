import type { Answers } from '../../answers.ts';

/** A code for everything that is wrong with a parameter, and more: only its text says what it means. */
const PARAMETER = '400100';

export const answers: Answers = {
  codesOf: ({ code, msg }) => [String(code) === PARAMETER ? `${PARAMETER} ${String(msg)}` : String(code)],
  turnedAway: {
    '400001': 'key', // header missing
    '400002': 'clock', // timestamp too far off
    '400003': 'key', // unknown key
    '400004': 'key', // wrong passphrase
    '400005': 'key', // wrong signature
    '400006': 'address', // address not on the list of the key
    '400007': 'key', // permission missing
    '429000': 'limit', // too many requests
  },
  place: {
    refused: {
      '126002': 'account', // at risk
      '126003': 'size', // below the minimum
      '126004': 'symbol', // unknown or prohibited
      '126005': 'account', // needs more identification
      '126006': 'symbol', // not available
      '126007': 'symbol', // suspended
      '126009': 'symbol', // takes no new orders
      '126011': 'quota', // too many orders
      '126013': 'balance',
      '126015': 'symbol', // orders prohibited
      '126021': 'account', // region
      '126022': 'price', // price protection
      '126027': 'type', // limit orders only
      '126028': 'type', // limit orders only for now
      '126029': 'price', // above the maximum
      '126030': 'price', // below the minimum
      '126037': 'account', // region
      '126045': 'account', // region
      '126046': 'account', // region
      '126047': 'account', // not identified
      '126048': 'account', // not identified
      '200001': 'symbol', // takes no new orders
      '200003': 'quota', // too many orders
      '200004': 'balance',
      '200009': 'account', // not identified
      '400200': 'account', // may not place orders
      '400330': 'price', // too far from the value
      '400370': 'price', // above the maximum
      '400500': 'account', // region
      '400600': 'symbol', // not available
      '400760': 'price', // below the minimum
      '600101': 'size', // below the minimum
      '600203': 'symbol', // not traded
      '900001': 'symbol', // unknown
      '400100 Order size below the minimum requirement.': 'size',
      '400100 The quantity is below the minimum requirement.': 'size',
      '400100 Unsupported trading pair.': 'symbol',
    },
    repeated: ['126033', '126044'],
  },
  withdraw: {
    refused: {
      '110003': 'quota', // daily limit
      '115007': 'balance',
      '230003': 'balance',
      '260100': 'balance',
      '260210': 'asset', // not paid out
      '900014': 'asset', // unknown network
      '400100 The withdrawal amount is below the minimum requirement.': 'size',
      '400100 Withdrawal amount is below the minimum requirement.': 'size',
    },
    repeated: [],
  },
  move: {
    refused: {
      '230003': 'balance',
      '400100 The amount increment is invalid.': 'precision',
    },
    repeated: [],
  },
};
