import { afterEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { PayingWallet, WithdrawalRequest } from '../../port/index.ts';
import { answerOf, patient, plain, present, within } from '../../testing/acceptance/calls.ts';
import { aWithdrawal } from '../../testing/acceptance/requests.ts';
import { samplesWith } from '../../testing/acceptance/samples.ts';
import { PROFILES } from '../profiles.ts';
import { connectTo } from '../testing/connect.ts';
import { IMITATIONS } from '../testing/imitations.ts';
import { startLoopback } from '../testing/loopback.ts';
import { thorough } from '../../../../testing/effort.ts';

const WALLETS = Object.keys(PROFILES).filter((id) => PROFILES[id]?.withdrawals.payingWallet);
/** What the imitated exchanges charge for a withdrawal of ETH. */
const FEE = Decimal.parse('0.0005');
const NONE = Decimal.ZERO;

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

async function start(id: string, held: string) {
  const dialect = present(IMITATIONS[id]).dialect;
  const server = await startLoopback(dialect);
  const venue = connectTo(id, server.port);
  stop = async () => {
    await venue.close();
    await server.goOffline();
  };
  const { core, strike } = server;
  core.paying?.set('ETH', Decimal.parse(held));
  // Loads the markets, so that deadlines are spent on the transfer alone.
  await answerOf(present(venue.balances)(patient()));
  const withdrawals = present(venue.withdrawals);
  const wallet: PayingWallet = present(withdrawals.payingWallet);
  const withdrawal: WithdrawalRequest = aWithdrawal(samplesWith({ bids: [], asks: [] }));
  const reference = dialect.encodeReference?.(withdrawal.reference) ?? dialect.encode(withdrawal.reference);
  return { core, strike, withdrawals, wallet, withdrawal, reference };
}

it('money is moved before a withdrawal at OKX and at KuCoin', () => {
  expect(WALLETS).toEqual(['kucoin', 'okx']);
});

describe.each(WALLETS)('the paying wallet of %s', (id) => {
  it('gets what it lacks for amount and fee beside what is reserved, under our reference', async () => {
    const { core, withdrawals, wallet, withdrawal, reference } = await start(id, '0.7');
    const reserved = Decimal.parse('0.25');
    const { moved } = await answerOf(wallet.fund({ withdrawal, reserved }, patient()));
    const missing = withdrawal.amount.plus(FEE).plus(reserved).minus(Decimal.parse('0.7'));
    expect(plain(moved)).toBe(plain(missing));
    expect(core.transfers).toEqual([{ reference, asset: 'ETH', amount: plain(missing) }]);
    await answerOf(withdrawals.submit(withdrawal, patient()));
    expect(plain(core.payable('ETH'))).toBe(plain(reserved));
  });

  it('gets nothing where it holds enough', async () => {
    const { core, wallet, withdrawal } = await start(id, '50');
    const { moved } = await answerOf(wallet.fund({ withdrawal, reserved: NONE }, patient()));
    expect(moved.isZero).toBe(true);
    expect(core.transfers).toEqual([]);
  });

  it('gets nothing twice after the answer was lost', async () => {
    const { core, strike, wallet, withdrawal } = await start(id, '0');
    await strike('fund', { type: 'drop' });
    expect(await wallet.fund({ withdrawal, reserved: NONE }, patient())).toMatchObject({ kind: 'unknown' });
    const { moved } = await answerOf(wallet.fund({ withdrawal, reserved: NONE }, patient()));
    expect(moved.isZero).toBe(true);
    expect(core.transfers).toHaveLength(1);
  });

  thorough('gets nothing by a request that comes after its deadline', async () => {
    const { core, strike, wallet, withdrawal } = await start(id, '0');
    await strike('fund', { type: 'delay', ms: 1_500 });
    expect(await wallet.fund({ withdrawal, reserved: NONE }, within(1_000))).toMatchObject({
      kind: 'unknown',
    });
    // A later call with the same delay is read after the first one.
    await strike('fund', { type: 'delay', ms: 1_500 });
    await answerOf(wallet.fund({ withdrawal, reserved: NONE }, patient()));
    expect(core.transfers).toHaveLength(1);
  });

  it('gets nothing that the trading wallet does not have', async () => {
    const { core, wallet, withdrawal } = await start(id, '0');
    const large = { ...withdrawal, amount: Decimal.parse('1000000') };
    const outcome = await wallet.fund({ withdrawal: large, reserved: NONE }, patient());
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(core.transfers).toEqual([]);
  });
});

it.each(
  WALLETS.flatMap((id) => {
    const { codes, word } = present(IMITATIONS[id]).doubts;
    return codes.flatMap(word).map(([code, body]) => [id, code, body] as const);
  }),
)('a transfer at %s that is executed and answered with %s is not made again', async (id, _code, body) => {
  const { core, strike, wallet, withdrawal } = await start(id, '0');
  for (const status of [200, 400, 500]) {
    core.paying?.set('ETH', NONE);
    await strike('fund', { type: 'answer', status, body });
    expect(await wallet.fund({ withdrawal, reserved: NONE }, patient())).toMatchObject({ kind: 'unknown' });
    const { moved } = await answerOf(wallet.fund({ withdrawal, reserved: NONE }, patient()));
    expect(moved.isZero).toBe(true);
  }
  expect(core.transfers).toHaveLength(3);
});

it('a transfer at OKX is found by our reference, and one that never arrived is not', async () => {
  const { strike, wallet, withdrawal } = await start('okx', '0');
  const find = present(wallet.find);
  const request = { withdrawal, reserved: NONE };
  await strike('fund', { type: 'lose' });
  expect(await wallet.fund({ withdrawal, reserved: NONE }, patient())).toMatchObject({ kind: 'unknown' });
  expect(await answerOf(find(request, patient()))).toBeNull();
  await strike('fund', { type: 'drop' });
  expect(await wallet.fund({ withdrawal, reserved: NONE }, patient())).toMatchObject({ kind: 'unknown' });
  const found = present((await answerOf(find(request, patient()))) ?? undefined);
  expect(plain(found.moved)).toBe(plain(withdrawal.amount.plus(FEE)));
});
