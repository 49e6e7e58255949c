import type { Answers } from '../../answers.ts';

/** Says that a request was repeated, whatever it was. */
const REPEATED = ['603'];

export const answers: Answers = {
  codesOf: ({ code }) => [String(code)],
  turnedAway: {
    '429': 'limit',
    '602': 'key', // wrong signature
    '10072': 'key', // unknown key
    '700001': 'key', // wrong signature, or an expired key
    '700002': 'key', // wrong signature
    '700003': 'clock', // outside the window
    '700006': 'address', // address not on the list of the key
    '700007': 'key', // no permission for the endpoint
  },
  place: {
    refused: {
      '-1121': 'symbol', // unknown
      '10007': 'symbol', // unknown
      '10101': 'balance',
      '30000': 'symbol', // suspended
      '30001': 'type', // side not allowed
      '30002': 'size', // below the minimum
      '30003': 'size', // above the maximum
      '30004': 'balance',
      '30005': 'balance', // sells more than there is
      '30014': 'symbol', // unknown
      '30016': 'symbol', // trading disabled
      '30018': 'type', // no market orders
      '30020': 'symbol', // not open to the account
      '30021': 'symbol', // unknown
      '30027': 'quota', // largest position reached
      '30028': 'symbol', // selling suspended
      '30029': 'quota', // too many orders
      '30032': 'quota', // largest position reached
      '30041': 'type', // not taken
      '30087': 'price', // out of range
      '70011': 'account', // may not trade the pair
      '700008': 'form', // illegal characters
    },
    repeated: REPEATED,
  },
  withdraw: {
    refused: {
      '10096': 'precision', // too many decimals
      '10097': 'size', // wrong amount
      '10101': 'balance',
      '10102': 'size', // zero or less
      '10212': 'address', // not on the list
      '10222': 'asset', // missing
      '10232': 'asset', // unknown
      '700008': 'form', // illegal characters
    },
    repeated: REPEATED,
  },
};
