import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAccount } from './account.ts';
import { describeAddresses } from './addresses.ts';
import { describeBooks } from './books.ts';
import { capabilitiesOf, type Capability } from '../../capabilities.ts';
import type { Given } from './capabilities.ts';
import { describeDeposits } from './deposits.ts';
import { describeDoubts } from './doubts.ts';
import { describeFaults } from './faults.ts';
import { describeOrders } from './orders.ts';
import type { VenueUnderTest } from './venue-under-test.ts';
import { describeWithdrawals } from './withdrawals.ts';

export type { VenueUnderTest } from './venue-under-test.ts';

/** The contract of every adapter: runs the cases of the capabilities it has. */
export function venueAcceptance(
  name: string,
  capabilities: readonly Capability[],
  start: () => Promise<VenueUnderTest>,
): void {
  const covered = new Set<Capability>();
  const given: Given = (capability, declare) => {
    if (!capabilities.includes(capability)) return;
    covered.add(capability);
    declare();
  };
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
    it(`declares ${capabilities.join(', ')} and nothing else`, () => {
      expect(new Set(capabilitiesOf(subject().venue))).toEqual(new Set(capabilities));
    });
    describeAccount(subject, given);
    given('withdrawals', () => describeWithdrawals(subject, given));
    given('deposits', () => describeDeposits(subject));
    given('depositAddresses', () => describeAddresses(subject));
    given('orders', () => describeOrders(subject, given));
    describeFaults(subject, given);
    describeDoubts(subject, given);
    given('books', () => describeBooks(subject, given));
    it('is tested in each of these capabilities', () => {
      expect(covered).toEqual(new Set(capabilities));
    });
  });
}
