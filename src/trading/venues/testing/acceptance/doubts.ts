import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../port/index.ts';
import { answerOf, patient, present } from './calls.ts';
import type { Given } from './capabilities.ts';
import { aRestingOrder, aWithdrawal, sought } from './requests.ts';
import type { Operation, VenueUnderTest } from './venue-under-test.ts';

const STATUSES = [200, 400, 500];

/** What became of one request that was executed and answered with a doubt. */
interface Seen {
  readonly outcome: Outcome<unknown>['kind'];
  readonly executed: number;
  /** Whether it is found by our id, where that can be asked. */
  readonly isFound: boolean;
}

export function describeDoubts(subject: () => VenueUnderTest, given: Given): void {
  /** Lets each doubt follow on one request, and shows those that were not what they must be. */
  async function believed(operation: Operation, attempt: () => Promise<Seen>): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const { name, follow } of subject().doubts) {
      for (const status of STATUSES) {
        await follow(operation, status);
        const { outcome, executed, isFound } = await attempt();
        if (outcome !== 'unknown' || executed !== 1 || !isFound)
          wrong.push(`${status} ${name}: ${outcome}, executed ${executed} times`);
      }
    }
    return wrong;
  }

  describe('what it executes and answers with a code that proves nothing', () => {
    given('orders', () => {
      it('is an order that is neither refused nor sent again: it is found by our id, once', async () => {
        const { venue, truth, samples, doubts } = subject();
        const orders = present(venue.orders);
        expect(doubts.length).toBeGreaterThan(0);
        const attempt = async (): Promise<Seen> => {
          const order = aRestingOrder(samples);
          const { kind } = await orders.place(order, patient());
          const executed = (await truth.orders(order.clientOrderId)).length;
          const found = orders.find ? await answerOf(orders.find(sought(order), patient())) : order;
          return { outcome: kind, executed, isFound: found?.quantity.equals(order.quantity) ?? false };
        };
        expect(await believed('placeOrder', attempt)).toEqual([]);
      });
    });

    given('withdrawals', () => {
      it('is a withdrawal that is neither refused nor sent again: it is there once', async () => {
        const { venue, truth, samples } = subject();
        const withdrawals = present(venue.withdrawals);
        const attempt = async (): Promise<Seen> => {
          const request = aWithdrawal(samples);
          const { kind } = await withdrawals.submit(request, patient());
          const executed = (await truth.transfers(request.reference)).length;
          const found = withdrawals.find
            ? await answerOf(withdrawals.find({ ...request, since: new Date() }, patient()))
            : request;
          return { outcome: kind, executed, isFound: found?.amount.equals(request.amount) ?? false };
        };
        expect(await believed('withdraw', attempt)).toEqual([]);
      });
    });
  });
}
