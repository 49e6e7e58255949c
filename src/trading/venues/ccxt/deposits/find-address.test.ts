import type { Exchange } from 'ccxt';
import { describe, expect, it } from 'vitest';
import type { Json, Profile, WireAddress } from '../profile.ts';
import { PROFILES } from '../profiles.ts';
import { choose, findAddress } from './find-address.ts';

const PLACE = { assetId: 'XRP', networkId: 'xrp' };

/** What a profile reads from an answer of its exchange, as the documents of the exchange show it. */
const read = (exchange: string, method: string, answer: Json, others: object = {}) => {
  const addresses = PROFILES[exchange]?.addresses;
  if (!addresses) throw new Error(`${exchange} shows no addresses.`);
  return addresses.find({ [method]: async () => answer, ...others } as unknown as Exchange, PLACE);
};

describe('an address is chosen only where no choice is left', () => {
  const one: WireAddress = { networkId: 'xrp', address: 'rOne', tag: '7' };
  const other: WireAddress = { networkId: 'xrp', address: 'rTwo' };
  const elsewhere: WireAddress = { networkId: 'eth', address: '0xab' };
  const found = { kind: 'answered', value: { address: 'rOne', tag: '7' } };
  const none = { kind: 'answered', value: null };

  it.each([
    ['the only one', [one], 'all networks', found],
    ['the same twice', [one, one], 'all networks', found],
    ['that of the network among others', [elsewhere, one], 'all networks', found],
    ['the current one of several', [other, { ...one, isChosen: true }], 'all networks', found],
    ['none of several without a sign', [one, other], 'all networks', { kind: 'unknown' }],
    [
      'none of several that are all current',
      [
        { ...one, isChosen: true },
        { ...other, isChosen: true },
      ],
      'all networks',
      { kind: 'unknown' },
    ],
    ['none where only other networks have one', [elsewhere], 'all networks', none],
    [
      'none where the current one is empty',
      [other, { ...one, address: '', isChosen: true }],
      'all networks',
      none,
    ],
    ['none where there is none', [], 'all networks', none],
    ['none where it is empty', [{ ...one, address: '' }], 'all networks', none],
    [
      'none that names no network although it should',
      [{ address: 'rOne' }],
      'the network',
      { kind: 'unknown' },
    ],
    ['none of another network than was asked for', [elsewhere], 'the network', { kind: 'unknown' }],
    ['what is shown where nothing names a network', [{ address: 'rOne', tag: '7' }], 'no network', found],
    ['another tag is another address', [one, { ...one, tag: '8' }], 'no network', { kind: 'unknown' }],
  ] as const)('%s', (_name, shown, names, expected) => {
    expect(choose(shown, 'xrp', names)).toMatchObject(expected);
  });
});

const gateAnswer = (address: string, change: object = {}) => ({
  address,
  multichain_addresses: [{ chain: 'xrp', address, payment_id: '7', obtain_failed: 0, ...change }],
});

describe('what the exchanges answer', () => {
  it.each(['tag', 'memo', 'pmtId'])('OKX: a tag under the name %s', async (name) => {
    const row = { chain: 'xrp', addr: 'rOne', [name]: '7', selected: true };
    expect(await read('okx', 'privateGetAssetDepositAddress', { data: [row] })).toMatchObject([
      { networkId: 'xrp', address: 'rOne', tag: '7', isChosen: true },
    ]);
  });

  it('OKX: a tag beside the address', async () => {
    const row = { chain: 'xrp', addr: 'rOne', addrEx: { comment: '7' }, selected: false };
    expect(await read('okx', 'privateGetAssetDepositAddress', { data: [row] })).toMatchObject([
      { tag: '7', isChosen: false },
    ]);
  });

  it('Gate: an address that is being made, and one that could not be made', async () => {
    const making = 'New address is being generated for you, please wait a moment and refresh this page.';
    expect(await read('gate', 'privateWalletGetDepositAddress', gateAnswer(making))).toBe('making');
    const failed = gateAnswer('rOne', { obtain_failed: 1 });
    expect(await read('gate', 'privateWalletGetDepositAddress', failed)).toMatchObject([
      { address: undefined },
    ]);
    expect(await read('gate', 'privateWalletGetDepositAddress', gateAnswer('rOne'))).toMatchObject([
      { networkId: 'xrp', address: 'rOne', tag: '7' },
    ]);
  });

  it('KuCoin: one is made only where none is listed', async () => {
    const row = { address: 'rOne', memo: '7', chainId: 'xrp' };
    const fails = { privatePostDepositAddressCreate: async () => Promise.reject(new Error('260000')) };
    const shown = [{ networkId: 'xrp', address: 'rOne', tag: '7' }];
    expect(await read('kucoin', 'privateGetDepositAddresses', { data: [row] }, fails)).toEqual(shown);
    const makes = { privatePostDepositAddressCreate: async () => ({ data: row }) };
    expect(await read('kucoin', 'privateGetDepositAddresses', { data: [] }, makes)).toEqual(shown);
  });

  it.each(['memo_id', 'destination_tag', 'transfer_id'])(
    'Bitstamp: a tag under the name %s',
    async (name) => {
      const asked: unknown[] = [];
      const request = async (...given: unknown[]) => {
        asked.push(given);
        return { address: 'rOne', [name]: 7 };
      };
      const place = { assetId: 'XRP', networkId: 'XRP' };
      expect(await PROFILES['bitstamp']?.addresses?.find({ request } as unknown as Exchange, place)).toEqual([
        { address: 'rOne', tag: '7' },
      ]);
      expect(asked).toEqual([['xrp_address/', 'private', 'POST', { network: 'xrpl' }]]);
    },
  );

  it.each([
    ['rOne?7', '1', { address: 'rOne', tag: '7' }],
    ['rOne?7', '0', { address: undefined }],
    ['rOne', '1', { address: 'rOne', tag: undefined }],
  ])('Crypto.com: %s in the state %s', async (address, status, expected) => {
    const row = { currency: 'XRP', network: 'xrp', address, status };
    const answer = { result: { deposit_address_list: [row] } };
    expect(await read('cryptocom', 'v1PrivatePostPrivateGetDepositAddress', answer)).toMatchObject([
      expected,
    ]);
  });

  it.each([
    ['Ripple XRP', '0', { address: 'rOne', tag: '7' }],
    ['Ripple XRP', '4102444800', { address: 'rOne', tag: '7' }],
    ['Ripple XRP', '1700000000', { address: undefined }],
    ['Ripple XRP', 'soon', { address: undefined }],
  ])('Kraken: an address by %s that ends at %s', async (method, expiretm, expected) => {
    const others = {
      safeCurrencyCode: () => 'XRP',
      milliseconds: () => Date.UTC(2026, 0, 5),
      privatePostDepositAddresses: async () => ({ result: [{ address: 'rOne', tag: '7', expiretm }] }),
    };
    const place = { assetId: 'XXRP', networkId: 'XRP' };
    const exchange = { privatePostDepositMethods: async () => ({ result: [{ method }] }), ...others };
    expect(await PROFILES['kraken']?.addresses?.find(exchange as unknown as Exchange, place)).toMatchObject([
      expected,
    ]);
  });

  it('Coinbase: addresses of the network that was asked for, with a tag beside the address', async () => {
    const row = {
      id: '1',
      network: 'ripple',
      address: 'rOld',
      address_info: { address: 'rOne', destination_tag: '7' },
    };
    const others = {
      v3PrivateGetBrokerageAccounts: async () => ({
        accounts: [{ currency: 'XRP', uuid: 'x' }],
        has_next: false,
      }),
    };
    const answer = { data: [row, { id: '2', network: 'solana', address: 'other' }] };
    const place = { assetId: 'XRP', networkId: 'XRP' };
    const exchange = { v2PrivateGetAccountsAccountIdAddresses: async () => answer, ...others };
    expect(await PROFILES['coinbase']?.addresses?.find(exchange as unknown as Exchange, place)).toMatchObject(
      [{ networkId: 'XRP', address: 'rOne', tag: '7' }, { networkId: 'solana' }],
    );
  });

  it.each([
    ['okx', 'privateGetAssetDepositAddress'],
    ['bybit', 'privateGetV5AssetDepositQueryAddress'],
    ['bitget', 'privateSpotGetV2SpotWalletDepositAddress'],
    ['gate', 'privateWalletGetDepositAddress'],
    ['kucoin', 'privateGetDepositAddresses'],
    ['cryptocom', 'v1PrivatePostPrivateGetDepositAddress'],
  ])('%s: an answer in another form is no answer', async (exchange, method) => {
    await expect(read(exchange, method, {})).rejects.toThrow('a form that it does not have');
  });
});

describe('an address without its tag', () => {
  const networks = {
    currencies: { XRP: { networks: { XRP: { id: 'xrp' } } } },
    currency: () => ({ id: 'XRP' }),
  };
  const exchange = { ...networks, markets: {}, loadMarkets: async () => ({}) } as unknown as Exchange;
  const profile = { withdrawals: {} } as unknown as Profile;
  const find = (shown: WireAddress) =>
    findAddress(
      { exchange },
      profile,
      { names: 'the network', find: async () => [shown] },
      { asset: 'XRP', network: 'XRPL' },
    );

  it('is none where accounts share the addresses of the exchange', async () => {
    expect(await find({ networkId: 'xrp', address: 'rOne' })).toMatchObject({ kind: 'unknown' });
    expect(await find({ networkId: 'xrp', address: 'rOne', tag: '7' })).toMatchObject({ kind: 'answered' });
  });

  it('or of another asset is none', async () => {
    const other = { assetId: 'ETH', networkId: 'xrp', address: 'rOne', tag: '7' };
    expect(await find(other)).toMatchObject({ kind: 'unknown' });
  });
});
