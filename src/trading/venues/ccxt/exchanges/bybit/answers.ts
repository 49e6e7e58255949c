import type { Answers } from '../../answers.ts';

const REPEATED_REQUEST = '10014';

export const answers: Answers = {
  codesOf: ({ retCode }) => [String(retCode)],
  turnedAway: {
    '10002': 'clock', // outside the window
    '10003': 'key', // unknown key
    '10004': 'key', // wrong signature
    '10005': 'key', // permission missing
    '10006': 'limit', // too many requests
    '10007': 'key', // not authenticated
    '10009': 'address', // address banned
    '10010': 'address', // address not on the list of the key
  },
  place: {
    refused: {
      '10008': 'account', // banned
      '10024': 'account', // compliance
      '10027': 'account', // may not trade
      '10028': 'account', // not a unified account
      '10029': 'symbol', // not on the list of the key
      '110004': 'balance',
      '110007': 'balance',
      '110012': 'balance',
      '170033': 'balance',
      '170105': 'form', // parameter empty
      '170115': 'type', // invalid time in force
      '170116': 'type', // invalid type
      '170117': 'type', // invalid side
      '170121': 'symbol', // unknown
      '170124': 'size', // too large
      '170130': 'form', // parameter wrong
      '170131': 'balance',
      '170132': 'price', // too high
      '170133': 'price', // too low
      '170134': 'precision', // of the price
      '170136': 'size', // too small
      '170137': 'precision', // of the quantity
      '170140': 'size', // value too small
      '170148': 'precision', // of the value
      '170151': 'symbol', // not open yet
      '170157': 'symbol', // not open to interfaces
      '170159': 'type', // no market orders yet
      '170192': 'price', // too high
      '170193': 'price', // too high to buy
      '170194': 'price', // too low to sell
      '170197': 'size', // too large for the book
      '170198': 'size', // too large for the book
      '170199': 'size', // too large for the value
      '170200': 'size', // too large for the value
      '170217': 'type', // orders that must not take only
      '170218': 'post-only',
      '170227': 'type', // not supported
      '170228': 'size', // above the maximum to buy
      '170229': 'size', // above the maximum to sell
      '170241': 'account', // risks not confirmed
      '170371': 'price', // too low
      '170372': 'price', // too high
      '170381': 'size', // too large
      '170382': 'size', // too large
    },
    repeated: [REPEATED_REQUEST, '110030', '110072', '170141'],
  },
  withdraw: {
    refused: {
      '10008': 'account', // banned
      '131004': 'account', // not identified
      '131065': 'travel-rule', // identification unfinished
      '131067': 'travel-rule', // verification failed
      '131068': 'travel-rule', // not enough information
      '131069': 'travel-rule',
      '131070': 'travel-rule', // another name
      '131071': 'travel-rule', // recipient not identified
      '131072': 'travel-rule', // asset unknown there
      '131073': 'travel-rule', // address unknown there
      '131074': 'travel-rule', // recipient missing
      '131083': 'address', // not in the address book
      '131085': 'balance',
      '131086': 'quota', // limit of the risk
      '131087': 'account', // at risk
      '131088': 'quota', // limit of the level
      '131089': 'account', // settings changed in the last day
      '131090': 'account', // may not withdraw
      '131091': 'account', // login blocked
      '131092': 'account', // abnormal
      '131093': 'address', // not on the list
      '131094': 'address', // user not on the list
      '131095': 'quota', // daily limit
      '131096': 'size', // outside the limits
      '131097': 'asset', // not paid out
      '131098': 'address', // too new
    },
    repeated: [REPEATED_REQUEST, '131082'],
  },
};
