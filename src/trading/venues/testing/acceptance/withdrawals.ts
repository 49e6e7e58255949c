import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { WithdrawalApi, WithdrawalRequest } from '../../port/index.ts';
import { answerOf, patient, plain, present, someText, whenSent, within } from './calls.ts';
import type { Given } from './capabilities.ts';
import { aWithdrawal } from './requests.ts';
import type { VenueUnderTest } from './venue-under-test.ts';

const AT_ONCE = 20;
/** As long as a withdrawal waits for its approvals. */
const WAITED_MS = 72 * 3_600_000;
/** Less than any fee, and not too fine for any venue. */
const LEAST = Decimal.parse('0.00000001');

export function describeWithdrawals(subject: () => VenueUnderTest, given: Given): void {
  describe('its withdrawals', () => {
    let api: WithdrawalApi;
    let sent: WithdrawalRequest;
    beforeEach(() => {
      api = present(subject().venue.withdrawals);
      sent = aWithdrawal(subject().samples);
    });

    it('reach the venue once, and the payee receives the amount to the last digit', async () => {
      const accepted = await answerOf(api.submit(sent, patient()));
      expect(accepted).toMatchObject({ reference: sent.reference, asset: sent.asset });
      expect(accepted.amount.equals(sent.amount)).toBe(true);
      expect(['accepted', 'processing']).toContain(accepted.status);
      expect(await subject().truth.transfers(sent.reference)).toEqual([
        { asset: sent.asset, received: plain(sent.amount), fee: plain(subject().samples.withdrawal.fee) },
      ]);
    });

    it('are shown by what the payee receives and what the venue charges beside it', async () => {
      const accepted = await answerOf(api.submit(sent, patient()));
      await subject().truth.complete(sent.reference);
      const ended = await answerOf(api.status({ ...sent, ...accepted }, patient()));
      expect(plain(ended.amount)).toBe(plain(sent.amount));
      const fee = plain(subject().samples.withdrawal.fee);
      const shown = [accepted.fee, ended.fee].flatMap((one) => (one ? [plain(one)] : []));
      expect(shown).toEqual(shown.map(() => fee));
    });

    it('are held with their fee as withdrawing until the venue has paid them out', async () => {
      const { truth, samples } = subject();
      const { asset, amount, reference } = sent;
      const total = amount.plus(Decimal.parse(samples.withdrawal.fee));
      const before = await truth.balance(asset);
      const funding = api.payingWallet?.fund({ withdrawal: sent, reserved: Decimal.ZERO }, patient());
      const taken = funding ? (await answerOf(funding)).moved : total;
      await answerOf(api.submit(sent, patient()));
      const held = await truth.balance(asset);
      expect(plus(before.available, taken.negate())).toBe(held.available);
      expect(plus(before.withdrawing, total)).toBe(held.withdrawing);
      await truth.complete(reference);
      expect(await truth.balance(asset)).toEqual({ ...before, available: held.available });
    });

    it('end completed with a hash', async () => {
      const { venueTransferId } = await answerOf(api.submit(sent, patient()));
      await subject().truth.complete(sent.reference);
      const ended = await answerOf(api.status({ ...sent, venueTransferId }, patient()));
      expect(ended).toMatchObject({ reference: sent.reference, status: 'completed', failureReason: null });
      expect(ended).toMatchObject({ hash: someText, internalId: null });
    });

    it('have their hash as soon as the venue shows it', async () => {
      const { truth } = subject();
      const submitted = { ...sent, ...(await answerOf(api.submit(sent, patient()))) };
      expect((await answerOf(api.status(submitted, patient()))).hash).toBeNull();
      await truth.broadcast(sent.reference);
      const shown = await answerOf(api.status(submitted, patient()));
      expect(shown).toMatchObject({ status: 'processing', hash: someText, internalId: null });
    });

    it('within the venue’s own books end with its own number and without a hash', async () => {
      const { truth } = subject();
      if (!truth.completeInside) return;
      const submitted = { ...sent, ...(await answerOf(api.submit(sent, patient()))) };
      await truth.completeInside(sent.reference);
      const ended = await answerOf(api.status(submitted, patient()));
      expect(ended).toMatchObject({ status: 'completed', hash: null, internalId: someText });
    });

    it('for which the balance is short by the fee alone are refused, and nothing leaves', async () => {
      const { truth, samples } = subject();
      const { available } = await truth.balance(sent.asset);
      if (api.payingWallet) return;
      const short = Decimal.parse(available).minus(Decimal.parse(samples.withdrawal.fee)).plus(LEAST);
      const outcome = await api.submit({ ...sent, amount: short.trim() }, patient());
      expect(outcome).toMatchObject({ kind: 'refused', reason: someText });
      expect((await truth.balance(sent.asset)).available).toBe(available);
    });

    it('end failed with the venue’s reason', async () => {
      const { venueTransferId } = await answerOf(api.submit(sent, patient()));
      const { failureReason } = subject().samples;
      await subject().truth.fail(sent.reference, 'The address is blocked.');
      const ended = await answerOf(api.status({ ...sent, venueTransferId }, patient()));
      expect(ended).toMatchObject({ status: 'failed', hash: null, failureReason });
    });

    given('idempotentWithdrawals', () => {
      it('of one reference sent many times at once are one, and every answer is the same', async () => {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => answerOf(api.submit(sent, patient()))),
        );
        expect(new Set(answers.map(({ venueTransferId }) => venueTransferId)).size).toBe(1);
        expect(await subject().truth.transfers(sent.reference)).toHaveLength(1);
      });

      it('of a reference that was used for another content do nothing more, and prove nothing', async () => {
        await answerOf(api.submit(sent, patient()));
        const other = { ...sent, amount: sent.amount.plus(sent.amount) };
        expect(await api.submit(other, patient())).toMatchObject({ kind: 'unknown' });
        expect(await subject().truth.transfers(sent.reference)).toHaveLength(1);
      });
    });

    it('that the venue does not take are refused with its reason and leave nothing behind', async () => {
      const amount = Decimal.parse(subject().samples.refusedAmount);
      const outcome = await api.submit({ ...sent, amount }, patient());
      expect(outcome).toMatchObject({ kind: 'refused', code: someText, reason: someText });
      expect(await subject().truth.transfers(sent.reference)).toEqual([]);
    });

    given('findableWithdrawals', () => {
      it('are found by reference after their answer was lost on the way', async () => {
        const find = present(api.find);
        await subject().faults.dropAnswer('withdraw');
        expect(await api.submit(sent, patient())).toMatchObject({ kind: 'unknown' });
        const found = await answerOf(find({ ...sent, since: new Date() }, patient()));
        expect(found?.amount.equals(sent.amount)).toBe(true);
        expect(await subject().truth.transfers(sent.reference)).toHaveLength(1);
      });

      it('are found although they were sent days after they were requested', async () => {
        const find = present(api.find);
        await answerOf(api.submit(sent, patient()));
        const since = new Date(Date.now() - WAITED_MS);
        expect((await answerOf(find({ ...sent, since }, patient())))?.amount.equals(sent.amount)).toBe(true);
      });

      it('that never reached the venue are not found by reference', async () => {
        const find = present(api.find);
        await subject().faults.lose('withdraw');
        expect(await api.submit(sent, patient())).toMatchObject({ kind: 'unknown' });
        expect(await answerOf(find({ ...sent, since: new Date() }, patient()))).toBeNull();
        expect(await subject().truth.transfers(sent.reference)).toEqual([]);
      });
    });

    given('listableWithdrawals', () => {
      it('are listed with everything else that was accepted since then', async () => {
        const list = present(api.list);
        const since = new Date();
        const others = [sent, aWithdrawal(subject().samples)];
        const accepted = [];
        for (const request of others) accepted.push(await answerOf(api.submit(request, patient())));
        const listed = await answerOf(list(since, patient()));
        for (const { venueTransferId, reference, asset, amount } of accepted) {
          const [found, ...again] = listed.filter((other) => other.venueTransferId === venueTransferId);
          expect(again).toEqual([]);
          expect(found).toMatchObject({ asset });
          expect([reference, '']).toContain(found?.reference);
          expect(found?.amount.equals(amount)).toBe(true);
        }
      });
    });

    given('expiringWithdrawals', () => {
      it('that reach the venue after their deadline are not executed', async () => {
        const { faults, venue } = subject();
        // What is asked before a withdrawal is sent counts, too.
        await answerOf(venue.describe(patient()));
        await faults.delay('withdraw', 1_400);
        const outcome = await whenSent(() => api.submit(sent, within(1_000)));
        // A busy process may read the refusal before its own time is over.
        expect(['unknown', 'refused']).toContain(outcome.kind);
        // A later call with the same delay is read after the first one.
        await faults.delay(api.find ? 'findWithdrawal' : 'balances', 1_400);
        const found = api.find
          ? await answerOf(api.find({ ...sent, since: new Date() }, patient()))
          : await answerOf(present(venue.balances)(patient())).then(() => null);
        expect(found).toBeNull();
        expect(await subject().truth.transfers(sent.reference)).toEqual([]);
      });
    });
  });
}

const plus = (text: string, amount: Decimal): string => plain(Decimal.parse(text).plus(amount));
