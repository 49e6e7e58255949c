import type { Answers } from '../../answers.ts';
import { text } from '../../profile.ts';

/** A nonce is random and used once: it is known only if the same request came before. */
const KNOWN_NONCE = 'API0004';

export const answers: Answers = {
  codesOf: ({ code, response_code }) => [code, response_code].flatMap((one) => text(one) ?? []),
  turnedAway: {
    API0001: 'key', // unknown key
    API0005: 'key', // wrong signature
    '400.002': 'limit', // too many requests
  },
  place: {
    refused: {
      '400.003': 'symbol', // trading disabled
      '400.004': 'form', // parameter missing
      '400.005': 'form', // amount missing
      '400.006': 'form', // price missing
      '400.007': 'form', // malformed
      '400.008': 'form', // malformed id
      '400.009': 'balance',
      '400.018': 'form', // parameters in the address
      '400.020': 'size', // below the minimum value
      '400.021': 'price', // out of range
      '400.026': 'form', // malformed amount
      '403.004': 'account', // may not trade
    },
    repeated: ['400.019', KNOWN_NONCE],
  },
  withdraw: {
    refused: {
      '400.004': 'form', // parameter missing
      '400.005': 'form', // amount missing
      '400.007': 'form', // malformed
      '400.009': 'balance',
      '400.026': 'form', // malformed amount
    },
    repeated: [KNOWN_NONCE],
  },
};
