import { beforeEach, describe, expect, it } from 'vitest';
import type { DepositApi, VenueDeposit } from '../../port/index.ts';
import { answerOf, patient, plain, present, someText } from './calls.ts';
import type { Truth, VenueUnderTest } from './venue-under-test.ts';

let made = 0;

export function describeDeposits(subject: () => VenueUnderTest): void {
  describe('its deposits', () => {
    let api: DepositApi;
    let deposit: NonNullable<Truth['deposit']>;
    let since: Date;
    beforeEach(() => {
      api = present(subject().venue.deposits);
      deposit = present(subject().truth.deposit);
      since = new Date();
    });

    const arrange = async () => {
      const { asset, amount, destination } = subject().samples.withdrawal;
      if (destination.kind === 'fiat') throw new Error('The sample is not paid over a blockchain.');
      const { network, address } = destination;
      made += 1;
      const hash = `0x${String(made).padStart(64, 'a')}`;
      const sent = { asset, amount, network, address, hash };
      return { ...sent, id: await deposit(sent) };
    };
    const listed = (): Promise<readonly VenueDeposit[]> => answerOf(api.list(since, patient()));
    const find = async (id: string): Promise<VenueDeposit> => {
      const [found, ...again] = (await listed()).filter(({ venueDepositId }) => venueDepositId === id);
      expect(again).toEqual([]);
      return present(found);
    };

    it('are listed once each with the digits, the address and the transaction of the venue', async () => {
      const [first, second] = [await arrange(), await arrange()];
      for (const { id, asset, amount, hash } of [first, second]) {
        const found = await find(id);
        expect(found).toMatchObject({ asset, hash, internalId: null, venueStatus: someText });
        expect(plain(found.amount)).toBe(plain(amount));
      }
    });

    it('are listed while they are pending, and are not credited then', async () => {
      const { id } = await arrange();
      expect((await find(id)).state).toBe('pending');
    });

    it('are shown in every state that the venue has, also one that takes a success back', async () => {
      const { judge, depositStates } = subject().truth;
      for (const state of present(depositStates)) {
        const { id } = await arrange();
        await present(judge)(id, 'credited');
        expect((await find(id)).state).toBe('credited');
        await present(judge)(id, state);
        expect((await find(id)).state).toBe(state);
      }
    });

    it('further back than the venue lists are refused, and not taken for none', async () => {
      if (api.reachMs === Infinity) return;
      const before = new Date(Date.now() - api.reachMs - 60_000);
      expect(await api.list(before, patient())).toMatchObject({ kind: 'refused', code: 'too_old' });
    });
  });
}
