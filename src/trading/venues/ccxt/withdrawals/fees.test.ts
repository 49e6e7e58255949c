import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Decimal, systemClock } from '../../../../kernel/index.ts';
import type { WithdrawalRequest } from '../../port/index.ts';
import { answerOf, patient, plain, present, someText } from '../../testing/acceptance/calls.ts';
import { aWithdrawal } from '../../testing/acceptance/requests.ts';
import { samplesWith } from '../../testing/acceptance/samples.ts';
import { ccxtVenue } from '../adapter.ts';
import { connectCcxt } from '../connect.ts';
import type { Profile } from '../profile.ts';
import { PROFILES } from '../profiles.ts';
import { amountToSend } from './quote.ts';
import { reachOf } from '../transport/reach.ts';
import { accessTo, connectTo, keysOf, newExchange } from '../testing/connect.ts';
import { imitationOf } from '../testing/imitations.ts';
import { startLoopback, type Dialect } from '../testing/loopback.ts';

const INSIDE = Object.keys(PROFILES).filter((id) => PROFILES[id]?.withdrawals.fee.kind === 'inside');

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

/** With other answers of the exchange in place of its own. */
async function start(
  id: string,
  answers: (path: string) => unknown = () => undefined,
  connect = (port: number) => connectTo(id, port),
) {
  const { dialect } = imitationOf(id);
  const server = await startLoopback({
    ...dialect,
    answer(core, request) {
      const body = answers(request.path);
      return body === undefined ? dialect.answer(core, request) : { body };
    },
  } satisfies Dialect);
  const venue = connect(server.port);
  stop = async () => {
    await venue.close();
    await server.goOffline();
  };
  return { ...server, venue, withdrawals: present(venue.withdrawals) };
}

/** Few enough decimals for every exchange. */
const request = (): WithdrawalRequest => ({
  ...aWithdrawal(samplesWith({ bids: [], asks: [] })),
  amount: Decimal.parse('1.2345'),
});

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([coefficient, scale]) => Decimal.of(coefficient, scale));

it('what is asked for, less a fee inside it, is the amount exactly and no finer than amount and fee', () => {
  fc.assert(
    fc.property(amount, amount, (wanted, fee) => {
      const sent = amountToSend('inside', wanted, fee);
      expect(sent.minus(fee).equals(wanted)).toBe(true);
      expect(sent.scale).toBeLessThanOrEqual(Math.max(wanted.scale, fee.scale));
      expect(amountToSend('on top', wanted, fee).equals(wanted)).toBe(true);
    }),
  );
});

it('the fee is inside the amount at these exchanges', () => {
  expect(INSIDE).toEqual(['binance', 'bitget', 'gate', 'kraken']);
});

describe.each(INSIDE)('at %s, which takes its fee out of the amount,', (id) => {
  it('the payee receives the amount also after the fee has changed', async () => {
    const { core, venue, withdrawals } = await start(id);
    await answerOf(venue.describe(patient()));
    core.withdrawalFee = { kind: 'inside', fee: '0.0123' };
    const sent = request();
    const accepted = await answerOf(withdrawals.submit(sent, patient()));
    expect(plain(present(accepted.fee ?? undefined))).toBe('0.0123');
    expect(core.withdrawals.map(({ received }) => plain(received))).toEqual([plain(sent.amount)]);
  });

  it('the fee that was reckoned with is known after a lost answer', async () => {
    const { strike, withdrawals } = await start(id);
    await strike('withdraw', { type: 'drop' });
    const outcome = await withdrawals.submit(request(), patient());
    const { fee } = imitationOf(id).dialect.withdrawalFee;
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(outcome.kind === 'unknown' && outcome.fee && plain(outcome.fee)).toBe(fee);
  });

  it('a fee too fine for the network is refused before anything is sent', async () => {
    const { core, withdrawals } = await start(id);
    core.withdrawalFee = { kind: 'inside', fee: `0.${'0'.repeat(19)}1` };
    expect(await withdrawals.submit(request(), patient())).toMatchObject({
      kind: 'refused',
      reason: someText,
    });
    expect(core.withdrawals).toEqual([]);
  });

  it('nothing leaves with the amount alone', async () => {
    const profile = present(PROFILES[id]);
    const sent = request();
    // A profile, or the library, that forgets the fee.
    const forgetful: Profile = {
      ...profile,
      withdrawals: {
        ...profile.withdrawals,
        send: async (exchange) => {
          const network = { network: 'ETH', key: 'cold-wallet' };
          const address = `0x${'ab'.repeat(20)}`;
          const { id: made } = await exchange.withdraw(
            'ETH',
            sent.amount.toString() as never,
            address,
            undefined,
            network,
          );
          return made;
        },
      },
    };
    const { core, withdrawals } = await start(id, undefined, (port) =>
      ccxtVenue({
        code: id,
        account: 'MAIN',
        clock: systemClock,
        create: () => newExchange(id),
        profile: forgetful,
        reach: reachOf(accessTo(port)),
      }),
    );
    const outcome = await withdrawals.submit(sent, patient());
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect('reason' in outcome && outcome.reason).toMatch(/^Nothing was sent: /);
    expect(core.withdrawals).toEqual([]);
  });
});

describe('an exchange that takes its fee out of the amount and names no fixed one pays nothing out:', () => {
  it.each<[what: string, id: string, answers: (path: string) => unknown]>([
    [
      'none on the network',
      'gate',
      (path) =>
        path.endsWith('/withdraw_status') ? [{ currency: 'ETH', withdraw_fix_on_chains: {} }] : undefined,
    ],
    [
      'a share of the amount',
      'gate',
      (path) =>
        path.endsWith('/withdraw_status')
          ? [
              {
                currency: 'ETH',
                withdraw_fix_on_chains: { ETH: '0.0005' },
                withdraw_percent_on_chains: { ETH: '1%' },
              },
            ]
          : undefined,
    ],
    [
      'a fee that grows with the amount',
      'kraken',
      (path) =>
        path.endsWith('/WithdrawInfo') ? { error: [], result: { amount: '1.2', fee: '0.0001' } } : undefined,
    ],
    [
      'a negative one',
      'gate',
      (path) =>
        path.endsWith('/withdraw_status')
          ? [{ currency: 'ETH', withdraw_fix_on_chains: { ETH: '-1' } }]
          : undefined,
    ],
  ])('%s', async (_what, id, answers) => {
    const { core, withdrawals } = await start(id, answers);
    const outcome = await withdrawals.submit(request(), patient());
    expect(outcome).toMatchObject({ kind: 'refused', code: 'fee', reason: someText });
    expect(core.withdrawals).toEqual([]);
  });
});

it('a question about the fee that is not answered has sent nothing', async () => {
  const { core, withdrawals } = await start('gate', (path) =>
    path.endsWith('/withdraw_status') ? { message: 'maintenance' } : undefined,
  );
  const outcome = await withdrawals.submit(request(), patient());
  expect(['notSent', 'refused']).toContain(outcome.kind);
  expect(core.withdrawals).toEqual([]);
});

it('Kraken refuses a withdrawal whose fee has risen since it was asked for', async () => {
  const asked: string[] = [];
  const { core, withdrawals } = await start('kraken', (path) => {
    if (!path.endsWith('/WithdrawInfo')) return undefined;
    asked.push(path);
    const net = asked.length === 1 ? '1.2344' : '1.2345';
    return { error: [], result: { amount: net, fee: '0.0001' } };
  });
  core.withdrawalFee = { kind: 'inside', fee: '0.5' };
  const outcome = await withdrawals.submit(request(), patient());
  expect(outcome.kind).not.toBe('answered');
  expect(core.withdrawals).toEqual([]);
});

it('an exchange that charged another fee than it announced is shown by what the payee received', async () => {
  const { core, withdrawals } = await start('gate', (path) =>
    path.endsWith('/withdraw_status')
      ? [{ currency: 'ETH', withdraw_fix_on_chains: { ETH: '0.0005' } }]
      : undefined,
  );
  core.withdrawalFee = { kind: 'inside', fee: '0.002' };
  const sent = request();
  const accepted = await answerOf(withdrawals.submit(sent, patient()));
  const shown = await answerOf(withdrawals.status({ ...sent, ...accepted }, patient()));
  expect([plain(shown.amount), plain(present(shown.fee ?? undefined))]).toEqual(['1.233', '0.002']);
});

const connectWithoutFees = (port: number) =>
  connectCcxt({
    code: 'cryptocom',
    exchange: 'cryptocom',
    account: 'MAIN',
    clock: systemClock,
    ...keysOf('cryptocom'),
    ...accessTo(port),
  });

describe('where it is not known how an exchange charges', () => {
  it('nothing is paid out, and the reason and the description say what to do', async () => {
    const { core, venue, withdrawals } = await start('cryptocom', undefined, connectWithoutFees);
    const { assets } = await answerOf(venue.describe(patient()));
    const [network] = assets.find(({ code }) => code === 'ETH')?.networks ?? [];
    expect(network?.refusal).toMatch(/withdrawalFees/);
    const outcome = await withdrawals.submit(request(), patient());
    expect(outcome).toEqual({ kind: 'refused', code: 'fee', reason: network?.refusal });
    expect(core.withdrawals).toEqual([]);
  });
});
