import type { Answers } from '../../answers.ts';

/** A code for every order that the engine rejects, repeated ones too: only its text says why. */
const REJECTED = '-2010';

/** Stands for a withdrawal with answers that is refused with the status of a success. */
const NOT_ACCEPTED = 'not accepted';

const MALFORMED = {
  '-1100': 'form', // illegal characters
  '-1101': 'form', // too many parameters
  '-1102': 'form', // parameter missing
  '-1103': 'form', // unknown parameter
  '-1104': 'form', // parameter not read
  '-1105': 'form', // parameter empty
  '-1106': 'form', // parameter not wanted
} as const;

export const answers: Answers = {
  codesOf: ({ code, msg, accepted, accpted }) =>
    [accepted, accpted].includes(false)
      ? [NOT_ACCEPTED]
      : [String(code) === REJECTED ? `${REJECTED} ${String(msg)}` : String(code)],
  turnedAway: {
    '-1002': 'key', // not authorized
    '-1003': 'limit', // too many requests
    '-1015': 'limit', // too many orders in a time
    '-1021': 'clock', // outside the window
    '-1022': 'key', // wrong signature
    '-2014': 'key', // malformed key
    '-2015': 'key', // wrong key, address or permission
    '-4005': 'limit', // too many requests for withdrawals
  },
  place: {
    refused: {
      ...MALFORMED,
      '-1013': 'size', // a filter of the market: size, step, price or value
      '-1014': 'type', // unsupported combination
      '-1111': 'precision',
      '-1115': 'type', // invalid time in force
      '-1116': 'type', // invalid type
      '-1117': 'type', // invalid side
      '-1121': 'symbol', // unknown
      '-2010 Account has insufficient balance for requested action.': 'balance',
      '-2010 Filter failure: MAX_POSITION': 'size',
      '-2010 Market is closed.': 'symbol',
      '-2010 Market orders are not supported for this symbol.': 'type',
      '-2010 Order would immediately match and take.': 'post-only',
      '-2010 Price * QTY is zero or less.': 'size',
      '-2010 Rest API trading is not enabled.': 'account',
      '-2010 This account may not place or cancel orders.': 'account',
      '-2010 This action is disabled on this account.': 'account',
      '-2010 This symbol is not permitted for this account.': 'symbol',
      '-2010 This symbol is restricted for this account.': 'symbol',
    },
    repeated: ['-2010 Duplicate order sent.'],
  },
  withdraw: {
    refused: {
      ...MALFORMED,
      [NOT_ACCEPTED]: 'travel-rule',
      '-4006': 'account', // main account only
      '-4007': 'address', // invalid
      '-4008': 'address', // invalid tag
      '-4012': 'address', // no list of addresses
      '-4013': 'account', // no second factor
      '-4014': 'account', // logged in just now
      '-4015': 'account', // withdrawals limited
      '-4016': 'account', // password changed in the last day
      '-4017': 'account', // second factor changed in the last day
      '-4018': 'asset', // unknown
      '-4019': 'asset', // not paid out
      '-4021': 'precision', // off the step
      '-4022': 'size', // below the minimum
      '-4023': 'quota', // daily limit
      '-4024': 'balance', // none of the asset
      '-4026': 'balance',
      '-4028': 'size', // below the fee
      '-4033': 'address', // illegal
      '-4034': 'address', // suspected of fraud
      '-4035': 'address', // not on the list
      '-4036': 'address', // too new
      '-4039': 'account', // unknown user
      '-4044': 'account', // region
      '-4046': 'account', // agreement not confirmed
      '-4104': 'travel-rule', // the account must say who receives it
      '-4106': 'address', // no tag on this network
    },
    repeated: [],
  },
};
