import { afterAll, describe, expect, it } from 'vitest';
import { Problem, systemClock } from '../../kernel/index.ts';
import { answerOf, patient } from '../venues/testing/acceptance/calls.ts';
import { connectTo, IMITATIONS, startLoopback, type Answer } from '../venues/testing/imitated.ts';
import { readAddress } from './read.ts';

const showing = Object.entries(IMITATIONS).filter(([, { dialect }]) =>
  dialect.capabilities.includes('depositAddresses'),
);

/** What becomes of an answer of the exchange, as text, before it is sent. */
type Twist = (answer: string, address: string) => string;
const asItIs: Twist = (answer) => answer;

const replaceAddress =
  (other: string): Twist =>
  (answer, address) =>
    answer.replaceAll(address, other);
const replaceNames =
  (pattern: RegExp, other: string): Twist =>
  (answer) =>
    answer.replaceAll(pattern, other);

const HOSTILE: readonly (readonly [string, Twist])[] = [
  ['empty', replaceAddress('')],
  ['of another network', replaceAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')],
  ['with a checksum that fails', replaceAddress(`0x${'aB'.repeat(20)}`)],
  ['too long', replaceAddress(`0x${'ab'.repeat(21)}`)],
  ['followed by text', replaceAddress(`0x${'ab'.repeat(20)} or another`)],
];

/** Those whose answer names the asset or the network, with the name there. */
const NAMES: Readonly<Record<string, readonly RegExp[]>> = {
  binance: [/(?<="coin":")ETH/g],
  bitget: [/(?<="coin":")ETH/g, /(?<="chain":")ETH/g],
  bybit: [/(?<="coin":")ETH/g, /(?<="chain":")ETH/g],
  coinbase: [/(?<="network":")ethereum/g],
  cryptocom: [/(?<="currency":")ETH/g, /(?<="network":")ETH/g],
  gate: [/(?<="currency":")ETH/g, /(?<="chain":")ETH/g],
  kraken: [/(?<="method":")Ether \(Hex\)/g],
  kucoin: [/(?<="currency":")ETH/g, /(?<="chainId":")eth/g],
  okx: [/(?<="ccy":")ETH/g, /(?<="chain":")ETH-ERC20/g],
};

describe.each(showing)('an address that %s shows', async (id, { dialect }) => {
  let twist = asItIs;
  const twisted = (address: string, answer: Answer): Answer => {
    const text = JSON.stringify(answer.body);
    const isMeant = text.includes(address) || text.includes('gen-address');
    return isMeant ? { ...answer, body: JSON.parse(twist(text, address)) as unknown } : answer;
  };
  const server = await startLoopback({
    ...dialect,
    answer: (core, request) => twisted(core.address, dialect.answer(core, request)),
  });
  const venue = connectTo(id, server.port);
  afterAll(async () => {
    await venue.close();
    await server.goOffline();
  });
  const description = await answerOf(venue.describe(patient()));
  const read = (next: Twist) => {
    twist = next;
    const context = {
      actor: { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set<never>() },
      clock: systemClock,
      signal: new AbortController().signal,
    } as const;
    return readAddress(
      context as unknown as Parameters<typeof readAddress>[0],
      { find: async () => ({ venue, description, withdrawals: 'live' }), list: async () => [] },
      { venue: id, asset: 'ETH', network: 'ETHEREUM' },
    );
  };

  it('is ours where it is what the network wants', async () => {
    expect(await read(asItIs)).toEqual({ address: server.core.address, tag: null });
  });

  it.each(HOSTILE)('%s is not ours', async (_name, next) => {
    await expect(read(next)).rejects.toThrow(Problem);
  });

  it.each(NAMES[id] ?? [])('under another name than asked for in %s is not ours', async (pattern) => {
    await expect(read(replaceNames(pattern, 'OTHER'))).rejects.toThrow(Problem);
  });

  it('in an answer without any is not made up', async () => {
    await expect(read(() => '{}')).rejects.toThrow(Problem);
  });
});

it('is shown by all exchanges with a profile except two of which nothing is known', () => {
  const silent = Object.keys(IMITATIONS).filter((id) => !showing.some(([other]) => other === id));
  expect(silent.toSorted()).toEqual(['htx', 'mexc']);
});
