import type { Answers } from '../../answers.ts';
import { list, text } from '../../profile.ts';

/** Say that a request or its id was repeated, whatever was asked for. */
const REPEATED = ['50042', '50071'];

export const answers: Answers = {
  // The code of the whole answer only says that the single order in it failed, and that has codes of its own.
  codesOf({ code, data }) {
    const own = (list(data) ?? [])
      .flatMap(({ sCode, subCode }) => [text(sCode) ?? [], furtherCode(sCode, subCode)].flat())
      .filter((one) => one !== '0');
    return own.length > 0 ? own : [String(code)];
  },
  turnedAway: {
    '50011': 'limit', // rate limit of the endpoint
    '50030': 'key', // no permission for the endpoint
    '50035': 'key', // the key must be bound to an address
    '50061': 'limit', // rate limit of orders of the account
    '50101': 'key', // key of another environment
    '50102': 'clock', // timestamp expired
    '50103': 'key', // no key
    '50104': 'key', // no passphrase
    '50105': 'key', // wrong passphrase
    '50106': 'key', // no signature
    '50107': 'key', // no timestamp
    '50110': 'address', // address not on the list of the key
    '50111': 'key', // unknown key
    '50112': 'clock', // invalid timestamp
    '50113': 'key', // wrong signature
    '50114': 'key', // invalid authorization
    '50120': 'key', // the key lacks the permission
    '58102': 'limit', // rate limit of transfers
  },
  place: {
    refused: {
      '50014': 'form', // parameter empty
      '50027': 'account', // may not trade
      '51000': 'form', // parameter wrong
      '51001': 'symbol', // unknown instrument
      '51004': 'size', // above the limit of the tier
      '51005': 'size', // above the limit
      '51006': 'price', // outside the price limit
      '51008': 'balance',
      '51010': 'account', // not in this account mode
      '51020': 'size', // below the minimum
      '51024': 'account', // blocked
      '51116': 'price', // above the limit
      '51120': 'size', // below the minimum
      '51121': 'precision', // no multiple of the lot size
      '51122': 'price', // below the minimum
      '51127': 'balance', // nothing available
      '51131': 'balance',
      '51137': 'price', // above the highest price to buy
      '51138': 'price', // below the lowest price to sell
      '51155': 'account', // restricted where the account is
      '51174': 'quota', // too many pending orders
      '51185': 'size', // above the value per order
      '51201': 'size', // market order above its maximum
      '51202': 'size', // market order above its maximum
      '51203': 'size', // above the limit
    },
    repeated: ['51011', '51016', ...REPEATED],
  },
  withdraw: {
    refused: {
      '58200': 'asset', // not paid out this way
      '58201': 'quota', // daily limit
      '58203': 'address', // none stored
      '58204': 'account', // at risk
      '58205': 'size', // above the limit
      '58206': 'size', // below the limit
      '58207': 'address', // not on the allowlist
      '58209': 'account', // sub-account
      '58210': 'account', // not identified
      '58212': 'fee', // not the percentage
      '58221': 'address', // no label
      '58222': 'address', // illegal
      '58224': 'address', // address of the exchange itself
      '58229': 'balance', // for the fee
      '58237': 'travel-rule', // recipient missing or wrong
      '58350': 'balance',
    },
    repeated: ['58404', ...REPEATED],
  },
  move: {
    refused: {
      '58101': 'account', // transfers suspended
      '58114': 'size', // not above zero
      '58116': 'balance', // above what may be moved
      '58350': 'balance',
    },
    // The first says that the transfer is being processed.
    repeated: ['58124', ...REPEATED],
  },
};

/** A code such as 51008_1000 only refines the one before it. */
const furtherCode = (code: unknown, further: unknown): string | readonly [] => {
  const own = text(further);
  return own === undefined || own.startsWith(`${String(code)}_`) ? [] : own;
};
