import { Decimal } from '../../../kernel/index.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type Funding,
  type Outcome,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../../venues/index.ts';
import type { Support } from '../sending/submission.ts';
import type { World } from './world.ts';

interface Transfer {
  readonly request: WithdrawalRequest;
  readonly id: string;
  status: VenueWithdrawal['status'];
}

type Answer<T> = (outcome: Outcome<T>) => void;

/** A venue and the way to it: requests and answers are late, lost or doubled up, and its clock is not ours. */
export class ImaginedVenue {
  readonly transfers: Transfer[] = [];
  /** What was moved to the wallet that pays, where it has one, and what that holds. */
  moved = Decimal.ZERO;
  paying = Decimal.ZERO;
  readonly #world: World;
  readonly #support: Support;
  readonly #wallet: Support | undefined;
  readonly #funded = new Set<string>();
  readonly #skewMs: number;
  /** The probability of each fault. */
  trouble: number;

  constructor(
    world: World,
    support: Support,
    wallet: Support | undefined,
    { trouble, marginMs }: { trouble: number; marginMs: number },
  ) {
    this.#wallet = wallet;
    this.#world = world;
    this.#support = support;
    this.trouble = trouble;
    this.#skewMs = world.random.below(2 * marginMs - 1) - marginMs + 1;
  }

  submit(request: WithdrawalRequest, deadline: Date, answer: Answer<VenueWithdrawal>): void {
    this.#carry(deadline, answer, () => this.#take(request, deadline));
  }

  find(reference: string, deadline: Date, answer: Answer<VenueWithdrawal | null>): void {
    this.#carry(deadline, answer, () => {
      const found = this.#of(reference);
      return answered(found ? show(found) : null);
    });
  }

  status(id: string, deadline: Date, answer: Answer<VenueWithdrawal>): void {
    this.#carry(deadline, answer, () => {
      const found = this.transfers.find((transfer) => transfer.id === id);
      return found ? answered(show(found)) : refused('unknown', 'There is no such transfer.');
    });
  }

  /** The amount is that of the moment when it is asked for; it may be moved later. */
  fund(request: WithdrawalRequest, deadline: Date, answer: Answer<Funding>): void {
    const { reference, asset, amount: held } = request;
    const missing = held.minus(this.paying);
    const moved = missing.sign > 0 ? missing : Decimal.ZERO;
    if (moved.isZero) return answer(answered({ reference, asset, moved, held }));
    this.#carry(deadline, answer, () => {
      if (this.#wallet?.honoursDeadline && this.#world.nowMs + this.#skewMs > deadline.getTime()) {
        return notSent('It came too late.');
      }
      this.#funded.add(reference);
      this.moved = this.moved.plus(moved);
      this.paying = this.paying.plus(moved);
      return answered({ reference, asset, moved, held });
    });
  }

  findFunding(
    { reference, asset, amount: held }: WithdrawalRequest,
    deadline: Date,
    answer: Answer<Funding | null>,
  ): void {
    this.#carry(deadline, answer, () =>
      answered(this.#funded.has(reference) ? { reference, asset, moved: held, held } : null),
    );
  }

  #of(reference: string): Transfer | undefined {
    return this.transfers.find(({ request }) => request.reference === reference);
  }

  #take(request: WithdrawalRequest, deadline: Date): Outcome<VenueWithdrawal> {
    const { random } = this.#world;
    if (this.#support.honoursDeadline && this.#world.nowMs + this.#skewMs > deadline.getTime()) {
      return notSent('It came too late.');
    }
    const known = this.#support.isIdempotent ? this.#of(request.reference) : undefined;
    if (known) return answered(show(known));
    if (random.strikes(0.15)) return refused('no', 'The balance is too small.');
    if (this.#wallet) {
      if (this.paying.compare(request.amount) < 0) return refused('no', 'The paying wallet is empty.');
      this.paying = this.paying.minus(request.amount);
    }
    const transfer: Transfer = { request, id: `t${this.transfers.length}`, status: 'accepted' };
    this.transfers.push(transfer);
    this.#world.after(random.below(5_000), () => {
      transfer.status = random.strikes(0.2) ? 'failed' : 'completed';
    });
    return answered(show(transfer));
  }

  /** The caller gets exactly one answer, by the deadline at the latest. */
  #carry<T>(deadline: Date, answer: Answer<T>, act: () => Outcome<T>): void {
    const { random } = this.#world;
    const waitMs = deadline.getTime() - this.#world.nowMs;
    // A process that stalls between reading the clock and sending may send too late.
    if (waitMs <= 0 && !random.strikes(this.trouble / 4)) return answer(notSent('The deadline had passed.'));
    if (random.strikes(this.trouble)) return answer(notSent('There is no connection.'));
    let isAnswered = false;
    const tell = (outcome: Outcome<T>): void => {
      if (isAnswered) return;
      isAnswered = true;
      answer(outcome);
    };
    this.#world.after(Math.max(waitMs, 0), () => tell(unknown('There was no answer in time.')));
    // What was sent may go on to the venue over a connection that is gone for us.
    if (random.strikes(this.trouble)) {
      this.#world.after(random.below(100), () => tell(unknown('The connection broke.')));
    }
    if (random.strikes(this.trouble)) return;
    const delayMs = (): number => random.below(random.strikes(this.trouble) ? 8_000 : 50);
    this.#world.after(delayMs(), () => {
      const outcome = act();
      if (!random.strikes(this.trouble)) this.#world.after(delayMs(), () => tell(outcome));
    });
  }
}

const show = ({ request, id, status }: Transfer): VenueWithdrawal => ({
  venueTransferId: id,
  reference: request.reference,
  asset: request.asset,
  amount: Decimal.parse(request.amount.toString()),
  fee: null,
  status,
  hash: status === 'completed' ? `hash of ${id}` : null,
  internalId: null,
  failureReason: status === 'failed' ? 'It was sent back.' : null,
});
