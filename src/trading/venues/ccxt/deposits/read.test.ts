import type { Exchange } from 'ccxt';
import { describe, expect, it } from 'vitest';
import type { DepositState } from '../../port/index.ts';
import type { Json } from '../profile.ts';
import { PROFILES } from '../profiles.ts';

const read = (exchange: string, row: Json) => {
  const deposits = PROFILES[exchange]?.deposits;
  if (!deposits) throw new Error(`${exchange} has no deposits.`);
  return deposits.read(row);
};

type Meanings = Partial<Record<DepositState, readonly string[]>>;

/** By hand from what the exchanges say of their statuses. */
const WORDS: Readonly<Record<string, Meanings>> = {
  binance: { pending: ['0'], locked: ['6'], credited: ['1'], rejected: ['2', '7'], information: ['8'] },
  bybit: {
    pending: ['0', '1', '2', '10011', '7'],
    locked: ['10012'],
    credited: ['3', '70012'],
    rejected: ['4', '70011'],
    information: ['70013'],
  },
  okx: {
    pending: ['0', '8', '17'],
    locked: ['1'],
    credited: ['2'],
    rejected: ['11'],
    information: ['12', '13', '14'],
  },
  kraken: {
    pending: ['Initial', 'Pending', 'Settled', 'Partial'],
    credited: ['Success'],
    rejected: ['Failure'],
  },
  bitget: { pending: ['pending'], credited: ['success'], rejected: ['fail'] },
  kucoin: {
    pending: ['PROCESSING', 'ROLLBACKING'],
    locked: ['PRE_SUCCESS'],
    credited: ['SUCCESS'],
    rejected: ['FAILURE', 'TRM_MGT_REJECTED', 'RISK_MGT_REJECTED', 'ROLLBACK'],
    information: ['WAIT_TRM_MGT', 'WAIT_RISK_MGT'],
  },
  gate: {
    pending: ['PEND', 'TRACK'],
    locked: ['DEP_CREDITED'],
    credited: ['DONE'],
    rejected: ['BLOCKED', 'INVALID'],
    information: ['REVIEW', 'MANUAL'],
  },
  bitstamp: {
    pending: ['PENDING', 'IN_PROCESSING'],
    credited: ['FINALIZED'],
    rejected: ['REJECTED', 'REVERTED'],
  },
  coinbase: {
    pending: ['pending', 'created', 'waiting_for_clearing', 'waiting_for_signature'],
    credited: ['completed'],
    rejected: ['canceled', 'failed', 'expired'],
  },
  cryptocom: { pending: ['0', '3'], credited: ['1'], rejected: ['2'] },
};

const FIELD: Readonly<Record<string, string>> = { okx: 'state' };
const cases = Object.entries(WORDS).flatMap(([exchange, meanings]) =>
  (Object.entries(meanings) as [DepositState, readonly string[]][]).flatMap(([state, words]) =>
    words.map((word) => [exchange, word, state] as const),
  ),
);

describe('the status of a deposit', () => {
  it.each(cases)('of %s in the word %s is %s', (exchange, word, state) => {
    const row = { [FIELD[exchange] ?? 'status']: word };
    expect(read(exchange, row)).toMatchObject({ state, word });
  });

  it.each(Object.keys(WORDS))('of %s in a word that nobody knows is never credited', (exchange) => {
    for (const word of ['99', 'SUCCESSFUL', 'ok', '', 'constructor']) {
      expect(read(exchange, { [FIELD[exchange] ?? 'status']: word }).state).toBe('unknown');
    }
  });

  it('is known for every exchange that lists deposits', () => {
    const listing = Object.entries(PROFILES).filter(([, { deposits }]) => deposits);
    expect(new Set(listing.map(([id]) => id))).toEqual(new Set(Object.keys(WORDS)));
  });

  it('of Binance waits for information where a form is wanted, although it says credited', () => {
    expect(read('binance', { status: '1', travelRuleStatus: '1' })).toMatchObject({
      state: 'information',
      word: '1, travelRuleStatus 1',
    });
    expect(read('binance', { status: '1', travelRuleStatus: '0' }).state).toBe('credited');
    expect(read('binance', { status: '2', travelRuleStatus: '1' }).state).toBe('rejected');
  });

  it.each([
    [{ status: '3', depositType: '10' }, 'locked'],
    [{ status: '3', depositType: '20' }, 'information'],
    [{ status: '3', depositType: '50' }, 'rejected'],
    [{ status: '3', depositType: '77' }, 'unknown'],
    [{ status: '3', travelRuleStatus: '1' }, 'information'],
    [{ status: '3', travel_rule_status: '1' }, 'information'],
    [{ status: '1', depositType: '10' }, 'pending'],
  ])('of Bybit as %j is %s', (row, state) => {
    expect(read('bybit', row).state).toBe(state);
  });

  it.each([
    [{ status: 'Success', 'status-prop': 'on-hold' }, 'information'],
    [{ status: 'Success', 'status-prop': 'onhold' }, 'information'],
    [{ status: 'Success', 'status-prop': 'return' }, 'rejected'],
    [{ status: 'Success', 'status-prop': 'frozen' }, 'unknown'],
  ])('of Kraken as %j is %s', (row, state) => {
    expect(read('kraken', row).state).toBe(state);
  });

  it.each([
    ['ADDRESS_VERIFICATION_NEEDED', 'information'],
    ['ADDITIONAL_INFORMATION_MISSING', 'information'],
    ['SOMETHING_NEW', 'unknown'],
  ])('of Bitstamp that is pending because of %s is %s', (pending_reason, state) => {
    expect(read('bitstamp', { status: 'PENDING', pending_reason }).state).toBe(state);
  });
});

describe('the transaction of a deposit', () => {
  it.each([
    ['kucoin', { walletTxId: '0xabc@0xaddress@memo' }, { hash: '0xabc' }],
    ['kucoin', { walletTxId: 'inner-7', isInner: true }, { internalId: 'inner-7' }],
    [
      'cryptocom',
      { txid: 'abc/3', address: 'rAddress?77' },
      { hash: 'abc', output: '3', address: 'rAddress', tag: '77' },
    ],
    [
      'binance',
      { txId: 'Internal transfer 513', transferType: '1' },
      { internalId: 'Internal transfer 513' },
    ],
    [
      'binance',
      { txId: 'Off-chain transfer 513', transferType: '0' },
      { internalId: 'Off-chain transfer 513' },
    ],
    ['okx', { txId: '991_asset' }, { internalId: '991_asset' }],
    ['okx', { txId: '0xabc' }, { hash: '0xabc' }],
    ['bitget', { tradeId: '12', dest: 'internal_transfer' }, { internalId: '12' }],
    ['coinbase', { network: { status: 'confirmed', hash: '0xabc' } }, { hash: '0xabc' }],
    ['coinbase', { id: 'a1', network: { status: 'off_blockchain' } }, { internalId: 'a1' }],
    ['bybit', { txID: '0xabc', txIndex: '4' }, { hash: '0xabc', output: '4', id: '0xabc 4' }],
  ])('of %s as %j is %j', (exchange, row, expected) => {
    const shown = read(exchange, row);
    expect(shown).toMatchObject(expected);
    expect(shown.hash === undefined || shown.internalId === undefined).toBe(true);
  });

  it('of KuCoin, which has no ids, tells deposits apart that differ in anything', () => {
    const row = { walletTxId: 'h@a', currency: 'ETH', chain: 'eth', amount: '1', createdAt: '1700000000000' };
    const others = [
      row,
      { ...row, amount: '2' },
      { ...row, createdAt: '1700000000001' },
      { ...row, chain: 'arbitrum' },
      { ...row, walletTxId: 'h@b' },
    ];
    expect(new Set(others.map((one) => read('kucoin', one).id)).size).toBe(others.length);
    expect(read('kucoin', { ...row, status: 'SUCCESS' }).id).toBe(read('kucoin', row).id);
  });

  it.each([
    ['kraken', { method: 'Tether USD (TRC20)' }, 'TRX'],
    ['kraken', { method: 'Tether USD (SPL)' }, undefined],
    ['bitstamp', { network: 'ethereum' }, 'ETH'],
    ['coinbase', { network: { network_name: 'polygon' } }, 'MATIC'],
    ['coinbase', { network: {} }, undefined],
  ])('of %s as %j is on the network %s', (exchange, row, networkId) => {
    expect(read(exchange, row).networkId).toBe(networkId);
  });

  it('of Coinbase is what arrived, and not what was sent or traded, although its network amount is positive', async () => {
    const at = { created_at: '2026-01-05T12:00:00Z' };
    const amount = (value: string) => ({ amount: { amount: value, currency: 'ETH' }, ...at });
    const sent = {
      id: 'sent',
      type: 'send',
      ...amount('-1'),
      network: { transaction_amount: { amount: '1' } },
    };
    const rows = [
      { id: 'in', type: 'send', ...amount('1') },
      sent,
      { id: 'trade', type: 'trade', ...amount('1') },
    ];
    const asked: unknown[] = [];
    const exchange = {
      v3PrivateGetBrokerageAccounts: async () => ({
        accounts: ['ETH', 'DOGE'].map((currency) => ({ currency, uuid: `account-${currency}` })),
        has_next: false,
      }),
      v2PrivateGetAccountsAccountIdTransactions: async ({ account_id }: Json) => {
        asked.push(account_id);
        return { data: rows };
      },
    };
    const { deposits } = PROFILES['coinbase'] ?? {};
    const listed = await deposits?.list(exchange as unknown as Exchange, new Date('2026-01-01T00:00:00Z'));
    expect(listed?.map(({ id }) => id)).toEqual(['in']);
    expect(asked).toEqual(['account-ETH']);
  });

  it('of Crypto.com has every digit of a number', () => {
    expect(read('cryptocom', { amount: '1e-8', fee: '0.10' })).toMatchObject({
      amount: '0.00000001',
      fee: '0.10',
    });
  });
});
