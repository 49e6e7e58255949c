import { Decimal } from '../../../kernel/index.ts';
import type { FakeClock } from '../../../platform/auth/testing/fixture.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type Outcome,
  type Venue,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../../venues/index.ts';

/**
 * What becomes of one request: accepted, accepted late, accepted without an answer, lost on its way, refused, refused in
 * words that no database keeps, or not sent.
 */
export type Reaction =
  | 'accept'
  | 'accept late'
  | 'accept in silence'
  | 'lose'
  | 'refuse'
  | 'refuse illegibly'
  | 'hold back';

const LATE_MS = 700;

/** A venue on the clock of the test, with the reaction of each request given beforehand; it accepts when none is left. */
export function scriptedVenue(clock: FakeClock) {
  const reactions: Reaction[] = [];
  /** The venue's own book of what left, and when. */
  const left: { readonly reference: string; readonly amount: Decimal; readonly at: Date }[] = [];

  const accept = (request: WithdrawalRequest): Outcome<VenueWithdrawal> => {
    left.push({ reference: request.reference, amount: request.amount, at: clock.now() });
    return answered(show(request.reference, request.asset, request.amount));
  };
  const submit = async (request: WithdrawalRequest): Promise<Outcome<VenueWithdrawal>> => {
    const reaction = reactions.shift() ?? 'accept';
    // Lets requests to other venues get under way.
    await new Promise(setImmediate);
    if (reaction === 'accept late') clock.advance(LATE_MS);
    if (reaction === 'refuse') return refused('no', 'The balance is too small.');
    if (reaction === 'refuse illegibly') return refused('no', 'Too \0 small \ud83d');
    if (reaction === 'hold back') return notSent('There is no connection.');
    if (reaction === 'lose') return unknown('There was no answer in time.');
    const accepted = accept(request);
    return reaction === 'accept in silence' ? unknown('There was no answer in time.') : accepted;
  };
  const venue: Venue = {
    code: 'test',
    describe: () => Promise.reject(new Error('The directory of the test describes it.')),
    withdrawals: {
      isIdempotent: false,
      honoursDeadline: true,
      submit,
      async find({ reference }) {
        const found = left.find((other) => other.reference === reference);
        return answered(found ? show(reference, 'BTC', found.amount) : null);
      },
      status: () => Promise.resolve(notSent('Nothing is polled.')),
    },
    close: () => Promise.resolve(),
  };
  return { venue, reactions, left };
}

const show = (reference: string, asset: string, amount: Decimal): VenueWithdrawal => ({
  venueTransferId: `transfer of ${reference}`,
  reference,
  asset,
  amount: Decimal.parse(amount.toString()),
  fee: null,
  status: 'accepted',
  hash: null,
  internalId: null,
  failureReason: null,
});
