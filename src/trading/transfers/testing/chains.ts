import { Decimal } from '../../../kernel/index.ts';
import type { ExchangeBooks, ExchangeControl } from '../../../../exchange/testing/control.ts';
import type { Random } from '../../withdrawals/testing/random.ts';

export interface Place {
  readonly venue: string;
  readonly asset: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
}

export type Moved = ExchangeBooks['transfers'][number] & { readonly venue: string };
export type Books = ReadonlyMap<string, ExchangeBooks>;

const SHOWN = ['all', 'all', 'nothing', 'no transaction'] as const;
const JUDGED = ['credited', 'credited', 'credited', 'pending', 'locked', 'information'] as const;
/** Neither of the two depends on what we do. */
const [STAYS, REJECTED] = [0.6, 0.02];

/**
 * What is between the exchanges, and knows what really happened: it sends or fails withdrawals, lets them arrive at the exchange
 * that has the address, late and with more or less to be seen, and adds deposits of others that look alike.
 */
export class Chains {
  /** What each withdrawal has become: its reference, and the venue and id of the deposit. */
  readonly arrived = new Map<string, string>();
  readonly foreign = new Set<string>();
  readonly #controls: ReadonlyMap<string, ExchangeControl>;
  readonly #places: readonly Place[];
  readonly #random: Random;

  constructor(controls: ReadonlyMap<string, ExchangeControl>, places: readonly Place[], random: Random) {
    this.#controls = controls;
    this.#places = places;
    this.#random = random;
  }

  async books(): Promise<Books> {
    const all = await Promise.all(
      [...this.#controls].map(async ([venue, control]) => [venue, await control.state()] as const),
    );
    return new Map(all);
  }

  /** Something happens to about a third of what is open. */
  async act(): Promise<void> {
    const all = movedIn(await this.books());
    for (const one of this.#shuffled(all.filter(({ kind }) => kind === 'withdrawal'))) {
      if (this.#random.strikes(STAYS)) continue;
      await this.#advance(one);
      await this.#arrive(one);
    }
    for (const one of this.#shuffled(all.filter(({ kind }) => kind === 'deposit'))) {
      const isEnded = one.status === 'completed' || one.status === 'failed';
      if (this.#random.strikes(isEnded ? 0.98 : STAYS)) continue;
      await this.#change(one);
    }
    const model = all[this.#random.below(all.length)];
    if (model && this.#random.strikes(0.15)) await this.#addForeign(model);
  }

  /** Ends what has begun to arrive and shows all that there is, so that the product can know all that is true. */
  async reveal(): Promise<void> {
    for (const one of movedIn(await this.books())) {
      const control = this.#at(one.venue);
      if (one.kind === 'deposit' && one.shown) await control.show(one.id, 'all');
      const isArriving = one.kind === 'withdrawal' && this.arrived.has(one.reference ?? '');
      if (isArriving && one.status === 'processing') await control.complete(one.reference ?? '');
    }
  }

  /** Brings everything to its end. */
  async finish(): Promise<void> {
    for (const one of movedIn(await this.books())) {
      if (one.kind !== 'withdrawal') continue;
      if (one.status === 'accepted' || one.status === 'processing') {
        await this.#at(one.venue).complete(one.reference ?? '');
      }
    }
    for (const one of movedIn(await this.books())) await this.#arrive(one);
    await this.reveal();
    for (const one of movedIn(await this.books())) {
      const isOpen = one.kind === 'deposit' && (one.status === 'accepted' || one.status === 'processing');
      if (isOpen) await this.#at(one.venue).judge(one.id, 'credited');
    }
  }

  async #advance({ venue, reference, status }: Moved): Promise<void> {
    if (reference === null || (status !== 'accepted' && status !== 'processing')) return;
    const control = this.#at(venue);
    if (status === 'processing' || this.#random.strikes(0.4)) await control.complete(reference);
    else if (this.#random.strikes(0.15)) await control.fail(reference, 'The address is blocked.');
    else await control.broadcast(reference);
  }

  /** A transaction that was sent arrives where its address belongs, once. */
  async #arrive({ kind, reference, status, hash, asset, amount, destination }: Moved): Promise<void> {
    const isSent = kind === 'withdrawal' && hash !== null && status !== 'failed';
    if (!isSent || reference === null || this.arrived.has(reference)) return;
    if (destination?.kind !== 'blockchain') throw new Error(`${reference} went to a bank.`);
    const place = this.#places.find((one) => one.asset === asset && one.address === destination.address);
    if (!place) throw new Error(`${reference} went to ${destination.address}, which is nobody's.`);
    const to = { destination, hash, shown: SHOWN[this.#random.below(SHOWN.length)] ?? 'all' };
    const { transfer } = await this.#at(place.venue).deposit(asset, amount, 3_600_000, to);
    this.arrived.set(reference, keyOf(place.venue, transfer.id));
  }

  async #change({ venue, id, status, reference }: Moved): Promise<void> {
    const control = this.#at(venue);
    const isForeign = this.foreign.has(keyOf(venue, id));
    if (this.#random.strikes(0.5)) {
      await control.show(id, SHOWN[this.#random.below(SHOWN.length)] ?? 'all');
    }
    if (status === 'failed' || reference !== null) return;
    const judged = JUDGED[this.#random.below(JUDGED.length)] ?? 'pending';
    const isRejected = !isForeign && status !== 'completed' && this.#random.strikes(REJECTED);
    // What was spent meanwhile cannot be taken back.
    await control.judge(id, isRejected ? 'rejected' : judged).catch(() => {});
  }

  /** Of somebody else: the same amount in another transaction, or the same transaction with another amount or no address. */
  async #addForeign({ asset, amount, hash }: Moved): Promise<void> {
    const fitting = this.#places.filter((place) => place.asset === asset);
    const place = fitting[this.#random.below(fitting.length)];
    if (!place) return;
    const { network, address, tag } = place;
    const destination = { kind: 'blockchain', network, address, ...(tag !== null && { tag }) } as const;
    const other = this.#random.next().toString(16).slice(2).padEnd(64, '7').slice(0, 64);
    const more = Decimal.parse(amount).plus(Decimal.parse('0.000001')).toString();
    const [sum, rest] = (
      [
        [amount, { destination, hash: other }],
        [amount, { destination }],
        [more, { destination, ...(hash !== null && { hash }) }],
        [amount, hash === null ? {} : { hash }],
      ] as const
    )[this.#random.below(4)] ?? [amount, {}];
    const { transfer } = await this.#at(place.venue).deposit(asset, sum, 3_600_000, rest);
    this.foreign.add(keyOf(place.venue, transfer.id));
  }

  #at(venue: string): ExchangeControl {
    const control = this.#controls.get(venue);
    if (!control) throw new Error(`There is no exchange ${venue}.`);
    return control;
  }

  #shuffled<T>(all: readonly T[]): T[] {
    return all
      .map((one) => [this.#random.next(), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  }
}

export const keyOf = (venue: string, id: string): string => `${venue} ${id}`;

export const movedIn = (books: Books): Moved[] =>
  [...books].flatMap(([venue, { transfers }]) => transfers.map((one) => ({ ...one, venue })));
