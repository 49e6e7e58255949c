import { describe, expect, it } from 'vitest';
import { Partner } from '../partner/index.ts';
import { Trading } from '../trading/index.ts';
import { PARTNER, TRADING } from './operations.ts';

/** `withdrawals.create`, `book().get` */
function methodsOf(value: object, prefix = ''): string[] {
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(value));
  // `book` and `as` only narrow what the methods of others ask for.
  const methods = inherited.filter((name) => !['constructor', 'book', 'as'].includes(name));
  const nouns = Object.entries(value).filter(([name]) => name !== 'api' && name !== 'symbol');
  return [
    ...methods.map((name) => prefix + name),
    ...nouns.flatMap(([name, noun]) => methodsOf(noun as object, `${prefix}${name}.`)),
  ];
}

/** They call an operation that has a method already, with a file in the place of its objects. */
const OF_FILES = [
  'facts.upload',
  'wallets.statementFile',
  'disbursements.documentPdf',
  'managedDisbursements.documentPdf',
];

/** They call an operation that has a method already, and return more of its answer. */
const OF_HEADERS = ['venues.balanceSummary'];

const trading = new Trading({ url: 'http://127.0.0.1' });
const partner = new Partner({ url: 'http://127.0.0.1' });

describe('every operation has a method, and every method an operation', () => {
  it('of the trading service', () => {
    const methods = [...methodsOf(trading), ...methodsOf(trading.book('BTC-USDT'), 'book().')];
    expect(methods.sort()).toEqual([...Object.values(TRADING), ...OF_HEADERS].sort());
  });

  it('of the partner service', () => {
    expect(methodsOf(partner).sort()).toEqual([...Object.values(PARTNER), ...OF_FILES].sort());
  });
});
