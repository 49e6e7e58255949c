import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/index.ts';
import type { Call, Outcome, Venue } from '../../port/index.ts';
import { answerOf, patient, present, someText, within } from './calls.ts';
import type { Capability } from '../../capabilities.ts';
import type { Given } from './capabilities.ts';
import { aRestingOrder, aWithdrawal, sought } from './requests.ts';
import type { Faults, Operation, Samples, VenueUnderTest } from './venue-under-test.ts';

type Attempt = (call: Call) => Promise<Outcome<unknown>>;

/** Undefined if the venue cannot do it. */
const ATTEMPTS: Record<Operation, (venue: Venue, samples: Samples) => Attempt | undefined> = {
  withdraw: ({ withdrawals }, samples) =>
    withdrawals && ((call) => withdrawals.submit(aWithdrawal(samples), call)),
  findWithdrawal: ({ withdrawals }, samples) =>
    withdrawals?.find?.bind(undefined, {
      reference: newId(),
      asset: samples.withdrawal.asset,
      since: new Date(),
    }),
  placeOrder: ({ orders }, samples) => orders && ((call) => orders.place(aRestingOrder(samples), call)),
  findOrder: ({ orders }, samples) => orders?.find?.bind(undefined, sought(aRestingOrder(samples))),
  balances: ({ balances }) => balances,
  listDeposits: ({ deposits }) => deposits && ((call) => deposits.list(new Date(), call)),
};

const NEEDED: Record<Operation, Capability> = {
  withdraw: 'withdrawals',
  findWithdrawal: 'findableWithdrawals',
  placeOrder: 'orders',
  findOrder: 'findableOrders',
  balances: 'balances',
  listDeposits: 'deposits',
};

export function describeFaults(subject: () => VenueUnderTest, given: Given): void {
  for (const operation of Object.keys(ATTEMPTS) as Operation[]) {
    given(NEEDED[operation], () => describeFaultsOf(operation, subject));
  }
}

function describeFaultsOf(operation: Operation, subject: () => VenueUnderTest): void {
  describe(`a call to ${operation}`, () => {
    let call: Attempt;
    /** The same call through an adapter without a connection. */
    let callAnew: Attempt;
    let closeNew: () => Promise<void>;
    beforeEach(() => {
      const { venue, samples, connect } = subject();
      call = present(ATTEMPTS[operation](venue, samples));
      const newVenue = connect();
      closeNew = () => newVenue.close();
      callAnew = present(ATTEMPTS[operation](newVenue, samples));
    });
    afterEach(async () => {
      await closeNew();
      await subject().faults.goOnline();
    });
    const abortAfter = async (ms: number) => {
      await subject().faults.delay(operation, 4 * ms);
      return call({ ...patient(), signal: AbortSignal.timeout(ms) });
    };

    it.for<[name: string, strike: (faults: Faults) => Promise<void>]>([
      ['whose answer is cut off', (faults) => faults.dropAnswer(operation)],
      ['that is swallowed', (faults) => faults.lose(operation)],
      ['that is answered with a server error', (faults) => faults.fail(operation)],
      ['that is answered with something else', (faults) => faults.garble(operation)],
    ])('%s has an unknown outcome', async ([, strike]) => {
      await strike(subject().faults);
      expect(await callAnew(patient())).toMatchObject({ kind: 'unknown', reason: someText });
    });

    it('has an unknown outcome when a connection that was kept open is cut', async () => {
      await answerOf(subject().venue.describe(patient()));
      await subject().faults.lose(operation);
      expect(await call(patient())).toMatchObject({ kind: 'unknown' });
    });

    it('that is not answered before its deadline has an unknown outcome', async () => {
      // On a busy machine a deadline may pass before anything is sent; then a later one shows it.
      const attempt = async (deadlineMs: number) => {
        await subject().faults.delay(operation, deadlineMs + 750);
        return call(within(deadlineMs));
      };
      let deadlineMs = subject().samples.market.soonestDeadlineMs;
      let outcome = await attempt(deadlineMs);
      while (outcome.kind === 'notSent' && deadlineMs < 8_000) outcome = await attempt((deadlineMs *= 2));
      expect(outcome).toMatchObject({ kind: 'unknown' });
    });

    it('that is aborted in flight has an unknown outcome', async () => {
      // On a busy machine it may be aborted before anything is sent; then a later end shows it.
      let abortMs = 250;
      let outcome = await abortAfter(abortMs);
      while (outcome.kind !== 'unknown' && abortMs < 8_000) outcome = await abortAfter((abortMs *= 2));
      expect(outcome).toMatchObject({ kind: 'unknown' });
    });

    it('to a venue that is offline was not sent, and can be sent when it is back', async () => {
      await subject().faults.goOffline();
      expect(await callAnew(patient())).toMatchObject({ kind: 'notSent', reason: someText });
      await subject().faults.goOnline();
      expect(await callAnew(patient())).toMatchObject({ kind: 'answered' });
    });

    it('whose deadline has passed, or which was aborted before, was not sent', async () => {
      expect(await call(within(-1))).toMatchObject({ kind: 'notSent' });
      expect(await call({ ...patient(), signal: AbortSignal.abort() })).toMatchObject({ kind: 'notSent' });
    });
  });
}
