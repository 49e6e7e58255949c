import type { Answers } from '../../answers.ts';
import { text } from '../../profile.ts';

/** A nonce is random and used once: it is known only if the same request came before. */
const KNOWN_NONCE = 'API0004';

export const answers: Answers = {
  codesOf: ({ code, response_code }) => [code, response_code].flatMap((one) => text(one) ?? []),
  turnedAway: {
    API0001: 'key', // unknown key
    API0002: 'address', // address not allowed
    API0003: 'key', // permission missing
    API0005: 'key', // wrong signature
    API0006: 'key', // account frozen
    API0008: 'key', // no customer of this key
    API0009: 'key', // tax form missing
    API0010: 'key', // wrong version
    API0011: 'key', // malformed key
    API0012: 'key', // header missing
    API0013: 'key', // header missing
    API0014: 'key', // header missing
    API0015: 'key', // header missing
    API0016: 'key', // header missing
    API0017: 'clock', // timestamp out of bounds
    API0018: 'clock', // invalid timestamp
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
      '400.037': 'size', // too large
      '400.038': 'size', // too large
      '400.039': 'size', // above the maximum value
      '400.041': 'form', // malformed price
      '400.046': 'size', // too low
      '403.001': 'account', // not verified
      '403.002': 'account', // lending account
      '403.003': 'account', // collateral account
      '403.004': 'account', // may not trade
      '404.003': 'symbol', // unknown
      '404.007': 'symbol', // unknown
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
      '403.001': 'account', // not verified
      '404.006': 'asset', // unknown
    },
    repeated: [KNOWN_NONCE],
  },
};
