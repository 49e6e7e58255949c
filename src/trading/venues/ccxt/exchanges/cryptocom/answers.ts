import type { Answers } from '../../answers.ts';

/** "Duplicate request received". */
const REPEATED_REQUEST = '40006';

export const answers: Answers = {
  codesOf: ({ code }) => [String(code)],
  turnedAway: {
    '40101': 'key', // wrong key or signature
    '40102': 'clock', // nonce too far from the time
    '40103': 'address', // address not on the list
    '40104': 'key', // not for this kind of user
    '42901': 'limit', // too many requests
  },
  place: {
    refused: {
      '202': 'account', // suspended
      '208': 'symbol', // not traded
      '209': 'symbol', // unknown
      '213': 'size', // invalid quantity
      '218': 'type', // invalid type
      '220': 'type', // invalid side
      '221': 'type', // invalid time in force
      '223': 'form', // no id
      '306': 'balance',
      '308': 'price', // invalid
      '309': 'symbol', // not open
      '312': 'price', // too high
      '313': 'price', // too low
      '314': 'size', // too large
      '315': 'price', // too far away
      '318': 'quota', // too many orders
      '401': 'account', // unknown
      '406': 'account', // not active
      '409': 'account', // invalid user
      '410': 'account', // user not active
      '415': 'size', // too small
      '40004': 'form', // argument missing or invalid
      '43005': 'post-only',
    },
    // The last three say that the order was taken and has ended, perhaps with trades.
    repeated: ['204', '205', REPEATED_REQUEST, '43003', '43004', '43012'],
  },
  withdraw: {
    refused: {
      '211': 'asset', // unknown
      '306': 'balance',
      '30024': 'size', // more than may be withdrawn
      '40004': 'form', // argument missing or invalid
    },
    repeated: [REPEATED_REQUEST],
  },
};
