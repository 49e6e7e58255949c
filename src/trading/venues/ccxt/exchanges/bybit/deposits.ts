import type { bybit as Bybit } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, periods, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Bybit>;

const ROWS_A_PAGE = 50;

const stateOf = wordsOf({
  // The last one is being rolled back.
  pending: ['0', '1', '2', '10011', '7'],
  // In the funding pool: whether it can be withdrawn is not known.
  locked: ['10012'],
  // The second stays after a reorganisation of the chain.
  credited: ['3', '70012'],
  rejected: ['4', '70011'],
  information: ['70013'],
});
/** Of a deposit that is credited: a daily limit, papers about the money, and one that was refused. */
const kindOf = wordsOf({ credited: ['0'], locked: ['10'], information: ['20'], rejected: ['50'] });
const internalStateOf = wordsOf({ pending: ['1'], credited: ['2'], rejected: ['3'] });

const IS_INTERNAL = 'is internal';

const pages = (ask: (by: Json) => Promise<unknown>): Promise<readonly Json[]> =>
  readPages(0, async (cursor) => {
    const { result } = (await ask({ limit: ROWS_A_PAGE, ...cursor })) as { result?: Json };
    const next = text(result?.['nextPageCursor']);
    return { rows: result?.['rows'], next: () => (next === undefined ? undefined : { cursor: next }) };
  });

export const deposits: DepositProfile = {
  reachMs: 365 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    // Less than 30 days may be asked for at once.
    for (const [startTime, endTime] of periods(exchange, since, 29 * DAY_MS)) {
      const within = { startTime, endTime };
      const chain = await pages((by) =>
        (exchange as Class).privateGetV5AssetDepositQueryRecord({ ...by, ...within }),
      );
      // What comes from another client of the exchange is in a list of its own.
      const internal = await pages((by) =>
        (exchange as Class).privateGetV5AssetDepositQueryInternalRecord({ ...by, ...within }),
      );
      rows.push(...chain, ...internal.map((row) => ({ ...row, [IS_INTERNAL]: true })));
    }
    return rows;
  },
  read(row) {
    const status = String(row['status']);
    const common = { assetId: text(row['coin']), amount: text(row['amount']) };
    if (row[IS_INTERNAL]) {
      const id = text(row['id']);
      return {
        ...common,
        id: id && `internal ${id}`,
        internalId: text(row['txID']) ?? id,
        word: status,
        state: internalStateOf(status),
        at: Number(row['createdTime']) * 1000,
      };
    }
    const [hash, output] = [text(row['txID']), text(row['txIndex'])];
    const kind = text(row['depositType']) ?? '0';
    // The documentation spells it in both ways.
    const isAsked = String(row['travelRuleStatus'] ?? row['travel_rule_status']) === '1';
    const credited = isAsked ? 'information' : kindOf(kind);
    return {
      ...common,
      id: text(row['id']) ?? (hash && `${hash} ${output ?? ''}`),
      fee: text(row['depositFee']),
      networkId: text(row['chain']),
      address: text(row['toAddress']),
      tag: text(row['tag']),
      hash,
      output,
      word: kind === '0' ? status : `${status}, depositType ${kind}`,
      state: stateOf(status) === 'credited' ? credited : stateOf(status),
      // Nothing tells when it was first seen.
      at: Number(row['successAt']),
    };
  },
};
