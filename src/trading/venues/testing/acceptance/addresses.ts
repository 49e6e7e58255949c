import { describe, expect, it } from 'vitest';
import { addressFault, tagFault } from '../../../../platform/addresses/index.ts';
import { answerOf, patient, present } from './calls.ts';
import type { VenueUnderTest } from './venue-under-test.ts';

export function describeAddresses(subject: () => VenueUnderTest): void {
  const place = () => {
    const { asset, destination } = subject().samples.withdrawal;
    if (destination.kind === 'fiat') throw new Error('The sample is not paid over a blockchain.');
    return { asset, network: destination.network };
  };

  describe('its deposit addresses', () => {
    it('keep the rules of their network, and are the same when asked for again', async () => {
      const { venue } = subject();
      const { asset, network } = place();
      const { assets } = await answerOf(venue.describe(patient()));
      const networks = assets.find(({ code }) => code === asset)?.networks ?? [];
      const terms = present(networks.find(({ code }) => code === network));
      const first = present((await answerOf(present(venue.addresses).find(place(), patient()))) ?? undefined);
      expect(addressFault(terms, first.address)).toBeUndefined();
      expect(tagFault(terms, first.tag)).toBeUndefined();
      expect(await answerOf(present(venue.addresses).find(place(), patient()))).toEqual(first);
    });

    it('of a network that the asset does not have are refused', async () => {
      const { addresses } = subject().venue;
      const outcome = await present(addresses).find({ ...place(), network: 'NOWHERE' }, patient());
      expect(outcome).toMatchObject({ kind: 'refused' });
    });
  });
}
