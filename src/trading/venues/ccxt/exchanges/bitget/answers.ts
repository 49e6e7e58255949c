import type { Answers } from '../../answers.ts';

/** From the exchange's own table: that of ccxt has other meanings for some of these codes. */
export const answers: Answers = {
  codesOf: ({ code }) => [String(code)],
  turnedAway: {
    '429': 'limit', // too many requests
    '13001': 'limit', // withdrawals too frequent
    '40001': 'key', // no key
    '40002': 'key', // no signature
    '40003': 'key', // no signature
    '40005': 'clock', // invalid timestamp
    '40006': 'key', // unknown key
    '40008': 'clock', // timestamp expired
    '40009': 'key', // wrong signature
    '40011': 'key', // no passphrase
    '40012': 'key', // wrong key or passphrase
    '40014': 'key', // permission missing
    '40018': 'address', // address not allowed
    '40036': 'key', // wrong passphrase
    '40037': 'key', // unknown key
    '40038': 'address', // address not on the list of the key
  },
  place: {
    refused: {
      '40022': 'account', // restricted
      '40026': 'account', // disabled
      '40031': 'account', // closed
      '40035': 'account', // not identified
      '40102': 'symbol', // unknown
      '40754': 'balance',
      '40762': 'size', // more than the balance allows
      '40815': 'price', // above the highest
      '40816': 'price', // below the lowest
      '42016': 'symbol', // not traded
      '43005': 'quota', // too many orders
      '43006': 'size', // below the minimum
      '43007': 'size', // above the maximum
      '43008': 'price', // below the limit
      '43009': 'price', // above the limit
      '43010': 'size', // value below the minimum
      '43012': 'balance',
      '43027': 'size', // value below the minimum
      '43028': 'precision', // off the price step
      '43037': 'size', // below the minimum
      '43038': 'size', // above the maximum
      '43039': 'price', // above the limit
      '43040': 'price', // below the limit
      '43041': 'size', // above the maximum
      '43042': 'size', // below the minimum
      '43128': 'quota', // too many orders
      '43132': 'balance',
      '45009': 'account', // at risk
      '45035': 'precision', // off the price step
      '45110': 'size', // value below the minimum
      '45113': 'size', // value above the maximum
    },
    repeated: ['25212', '40786', '43118', '45034', '50060'],
  },
  withdraw: {
    refused: {
      '11000': 'address', // not in the address book
      '13002': 'asset', // unknown
      '13004': 'quota', // more than what may still be withdrawn
      '13212': 'size', // above the maximum
      '40016': 'account', // no phone or authenticator bound
      '40021': 'account', // may not withdraw
      '40022': 'account', // restricted
      '40026': 'account', // disabled
      '40027': 'account', // not identified
      '40031': 'account', // closed
      '40052': 'account', // settings changed in the last day
      '42015': 'asset', // not paid out
      '43012': 'balance',
      '43112': 'size', // below the fee
      '43113': 'quota', // daily limit
      '43114': 'size', // below the minimum
      '43116': 'address', // tag missing
      '43121': 'address', // our own
      '43124': 'precision', // off the step
      '43125': 'precision', // more than eight decimals
      '43126': 'asset', // not paid out
      '47003': 'address', // not in the address book
    },
    repeated: ['40786', '43118', '45034', '50060'],
  },
};
