import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccount } from './account.ts';
import { describeBooks } from './books.ts';
import { describeFaults } from './faults.ts';
import { describeOrders } from './orders.ts';
import type { VenueUnderTest } from './venue-under-test.ts';
import { describeWithdrawals } from './withdrawals.ts';

export type { VenueUnderTest } from './venue-under-test.ts';

/** What every adapter must keep, whatever venue is behind it. Parts that a venue lacks are skipped. */
export function venueAcceptance(name: string, start: () => Promise<VenueUnderTest>): void {
  describe(`${name} as a venue`, () => {
    let current: VenueUnderTest | undefined;
    beforeAll(async () => {
      current = await start();
    });
    afterAll(async () => {
      await current?.stop();
    });
    const subject = (): VenueUnderTest => {
      if (!current) throw new Error('The venue has not been started.');
      return current;
    };
    describeAccount(subject);
    describeWithdrawals(subject);
    describeOrders(subject);
    describeFaults(subject);
    describeBooks(subject);
  });
}
