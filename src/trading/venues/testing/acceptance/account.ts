import { describe, expect, it } from 'vitest';
import { answerOf, patient, plain, present } from './calls.ts';
import type { Given } from './capabilities.ts';
import type { VenueUnderTest } from './venue-under-test.ts';

export function describeAccount(subject: () => VenueUnderTest, given: Given): void {
  describe('its account', () => {
    it('describes symbols and assets with usable sizes', async () => {
      const { venue, samples } = subject();
      const { accounts, symbols, assets } = await answerOf(venue.describe(patient()));
      expect(accounts.length).toBeGreaterThan(0);
      const sizes = symbols.flatMap(({ tickSize, lotSize, minSize }) => [tickSize, lotSize, minSize]);
      expect(sizes.every((size) => size.sign > 0)).toBe(true);
      expect(symbols.map(({ code }) => code)).toContain(samples.market.symbol);
      const asset = assets.find(({ code }) => code === samples.withdrawal.asset);
      expect(asset?.networks.length).toBeGreaterThan(0);
      expect(samples.withdrawal.amount.split('.')[1]).toHaveLength(asset?.precision ?? 0);
    });

    it('describes the smallest value of an order that the venue publishes', async () => {
      const { venue, samples } = subject();
      const { symbols } = await answerOf(venue.describe(patient()));
      const market = symbols.find(({ code }) => code === samples.market.symbol);
      expect(market && plain(market.minNotional)).toBe(samples.market.minNotional);
    });

    it('announces the fee of a withdrawal that it charges, or none', async () => {
      const { venue, samples } = subject();
      const { assets } = await answerOf(venue.describe(patient()));
      const networks = assets.find(({ code }) => code === samples.withdrawal.asset)?.networks ?? [];
      const announced = networks.flatMap(({ withdrawalFee }) =>
        withdrawalFee ? [plain(withdrawalFee)] : [],
      );
      expect(announced).toEqual(announced.map(() => plain(samples.withdrawal.fee)));
    });

    given('balances', () => {
      it('shows balances that are the venue’s own to the last digit', async () => {
        const { venue, truth } = subject();
        const balances = await answerOf(present(venue.balances)(patient()));
        expect(balances.length).toBeGreaterThan(0);
        for (const { asset, available, locked, withdrawing } of balances) {
          const shown = {
            available: plain(available),
            locked: plain(locked),
            withdrawing: plain(withdrawing),
          };
          expect(shown).toEqual(await truth.balance(asset));
        }
      });
    });
  });
}
