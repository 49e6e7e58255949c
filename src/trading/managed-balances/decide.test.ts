import { array, assert, boolean, constantFrom, integer, nat, property, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, later } from '../../kernel/index.ts';
import { effort } from '../../testing/effort.ts';
import {
  choose,
  findObstacle,
  keyOf,
  NO_RETURN_MS,
  stateOf,
  type Balance,
  type Move,
  type Option,
  type Place,
  type Proposed,
  type Seen,
  type World,
} from './decide.ts';

const of = (text: string) => Decimal.parse(text);
const NOW = new Date('2026-03-01T12:00:00.000Z');
const HERE: Place = { venue: 'b', asset: 'USDC' };
const THERE: Place = { venue: 'a', asset: 'USDC' };

const read = (...held: string[]) =>
  held.map((text, index) => ({ at: later(NOW, -60_000 * index), available: of(text), held: of(text) }));
const seen = (change: Partial<Seen> = {}): Seen => ({
  readings: read('50', '50'),
  fault: undefined,
  incoming: Decimal.ZERO,
  outgoing: Decimal.ZERO,
  doubt: undefined,
  limits: undefined,
  ...change,
});
const limits = (minimum: string, maximum: string) => ({ minimum: of(minimum), maximum: of(maximum) });
const worldOf = (here: Partial<Seen>, there: Partial<Seen> = {}, moves: readonly Move[] = []): World => ({
  now: NOW,
  moves,
  see: (place) => seen(keyOf(place) === keyOf(HERE) ? here : { readings: read('1000', '1000'), ...there }),
});
const balance = (change: Partial<Balance> = {}): Balance => ({
  place: HERE,
  minimum: of('100'),
  target: of('200'),
  maximum: of('400'),
  room: of('10000'),
  ...change,
});
const option = (change: Partial<Option> = {}): Option => ({
  number: 1,
  place: THERE,
  price: of('1'),
  fee: of('2'),
  smallest: of('10'),
  precision: 2,
  ...change,
});
function decide(world: World, of_ = balance(), options: readonly Option[] = [option()]) {
  const state = stateOf(of_, world);
  const chosen = choose(of_, options, state, world);
  return {
    state: state.kind,
    amount: 'proposed' in chosen ? chosen.proposed.amount.toString() : null,
    from: 'proposed' in chosen ? chosen.proposed.option.number : null,
    reason: state.kind === 'UNKNOWN' ? state.reason : 'reason' in chosen ? chosen.reason : '',
  };
}

describe('a managed balance', () => {
  it.each<[string, Partial<Seen>, Partial<Seen>, string, string | null]>([
    ['below its minimum goes to its target', {}, {}, 'LOW', '150'],
    ['at its minimum is left', { readings: read('100', '100') }, {}, 'OK', null],
    ['above its maximum goes to its target', { readings: read('401', '500') }, {}, 'HIGH', '201'],
    ['at its maximum is left', { readings: read('400', '400') }, {}, 'OK', null],
    ['counts what is on its way', { incoming: of('49.99') }, {}, 'LOW', '100.01'],
    ['with enough on its way is left', { incoming: of('50') }, {}, 'OK', null],
    ['believes the higher of two readings when it is low', { readings: read('50', '99') }, {}, 'LOW', '101'],
    ['takes what the source has above its minimum', {}, { limits: limits('900', '9000') }, 'LOW', '98'],
    ['takes nothing from a source at its minimum', {}, { limits: limits('1000', '9000') }, 'LOW', null],
    ['leaves what the source has promised', {}, { outgoing: of('900') }, 'LOW', '98'],
    [
      'leaves what open orders of the source hold',
      {},
      { readings: [{ at: NOW, available: of('30'), held: of('1000') }, ...read('1000', '1000').slice(1)] },
      'LOW',
      '28',
    ],
    ['believes the lower of two readings of a source', {}, { readings: read('1000', '40') }, 'LOW', '38'],
    [
      'gives no more than the other may hold',
      { readings: read('900', '900') },
      { limits: limits('1', '1200') },
      'HIGH',
      '200',
    ],
    ['takes less than the smallest amount from nobody', {}, { readings: read('11', '11') }, 'LOW', null],
  ])('%s', (_name, here, there, state, amount) => {
    expect(decide(worldOf(here, there))).toMatchObject({ state, amount });
  });

  it.each<[string, Partial<Seen>, Partial<Seen>, string]>([
    ['was not read', { fault: 'no answer.' }, {}, 'no answer'],
    ['was never read', { readings: [] }, {}, 'not read lately'],
    [
      'was read too long ago',
      { readings: read('50', '50').map((each) => ({ ...each, at: later(each.at, -180_000) })) },
      {},
      'not read lately',
    ],
    ['was read once', { readings: read('50') }, {}, 'a second reading'],
    ['was read twice at once', { readings: [...read('50'), ...read('50')] }, {}, 'a second reading'],
    ['has a transfer that needs a person', { doubt: 'a transfer needs a person.' }, {}, 'needs a person'],
    ['jumps', { readings: read('50', '5000') }, {}, 'differ'],
    ['jumps the other way', { readings: read('5000', '50') }, {}, 'differ'],
    ['has a source that was not read', {}, { fault: 'no answer.' }, 'no answer'],
    ['has a source that was read once', {}, { readings: read('1000') }, 'a second reading'],
    ['has a source with a doubt', {}, { doubt: 'a conversion is under way.' }, 'under way'],
  ])('that %s proposes nothing and says why', (_name, here, there, reason) => {
    const found = decide(worldOf(here, there));
    expect(found.amount).toBeNull();
    expect(found.reason).toContain(reason);
  });

  it('moves no more than is left of its cap, to the last digit that the venue takes', () => {
    expect(decide(worldOf({}), balance({ room: of('70.009') })).amount).toBe('70');
    expect(decide(worldOf({}), balance({ room: of('0') })).reason).toContain('daily cap');
  });

  it('takes the first source that can', () => {
    const blocked = option({ obstacle: 'it sends nothing now.' });
    expect(decide(worldOf({}), balance(), [blocked, option({ number: 2 })]).from).toBe(2);
    const reason = decide(worldOf({}), balance(), [blocked]).reason;
    expect(reason).toBe('Source 1: it sends nothing now.');
  });

  it('counts the price of a conversion, rounded against us', () => {
    const conversion = option({ price: of('3'), fee: Decimal.ZERO, place: { venue: 'b', asset: 'EUR' } });
    expect(decide(worldOf({}, { readings: read('100', '100') }), balance(), [conversion]).amount).toBe(
      '33.33',
    );
  });

  it.each([
    ['directly', [{ from: HERE, to: THERE }]],
    [
      'over a third place',
      [
        { from: { venue: 'c', asset: 'USDC' }, to: THERE },
        { from: HERE, to: { venue: 'c', asset: 'USDC' } },
      ],
    ],
  ])('takes nothing back that it has given %s', (_name, moves) => {
    const found = decide(worldOf({}, {}, moves));
    expect(found).toMatchObject({ state: 'LOW', amount: null });
    expect(found.reason).toContain('not sent back');
  });

  it('is carried out only while its bounds hold', () => {
    const proposed: Proposed = { option: option(), direction: 'IN', amount: of('150') };
    const obstacle = (here: Partial<Seen>, there: Partial<Seen> = {}, room = '1000') =>
      findObstacle(balance({ room: of(room) }), proposed, worldOf(here, there));
    expect(obstacle({})).toBeUndefined();
    expect(obstacle({ readings: read('250', '250') })).toBeUndefined();
    expect(obstacle({ readings: read('251', '200') })).toContain('maximum');
    expect(obstacle({ incoming: of('201') })).toContain('maximum');
    expect(obstacle({}, { readings: read('151', '1000') })).toContain('At most 149');
    expect(obstacle({}, {}, '149')).toContain('cap');
    expect(obstacle({ fault: 'no answer.' })).toContain('no answer');
  });
});

/** Three venues with one asset, each managed, each with the others as sources; and another asset at the first. */
const PLACES: readonly Place[] = ['a', 'b', 'c'].map((venue) => ({ venue, asset: 'USDC' }));
const MINUTE = 60_000;
const FEE = 2;
const SETTLES = 16;

interface Flow {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly balance: number;
  readonly confirmedAt: number;
  leftAt: number;
  arrivedAt: number;
}

interface Settings {
  readonly minimum: number;
  readonly target: number;
  readonly maximum: number;
  readonly cap: number;
  readonly sources: readonly number[];
}

const settings = record({
  minimum: integer({ min: 20, max: 400 }),
  more: integer({ min: 1, max: 300 }),
  most: integer({ min: 1, max: 300 }),
  cap: integer({ min: 50, max: 2_000 }),
  sources: subarray([0, 1, 2]),
}).map(({ minimum, more, most, cap, sources }): Settings => ({
  minimum,
  target: minimum + more,
  maximum: minimum + more + most,
  cap,
  sources,
}));

const steps = (count: number, drift: number) =>
  array(
    record({
      place: nat(2),
      drift: integer({ min: -drift, max: drift }),
      lie: constantFrom(0, 0, 0, 0, 0, -500, 800),
      confirms: boolean(),
      leaves: boolean(),
      arrives: boolean(),
      pause: constantFrom(1, 1, 1, 5, 180, 1_441),
    }),
    { minLength: count, maxLength: count },
  );

/** The desk as it really is, by whole numbers; what a managed balance sees of it is only what it reads. */
class Desk {
  readonly truth: number[];
  readonly flows: Flow[] = [];
  readonly #settings: readonly Settings[];
  readonly #readings: { at: number; held: number }[][] = [[], [], []];
  minute = 0;

  constructor(truth: readonly number[], all: readonly Settings[]) {
    this.truth = [...truth];
    this.#settings = all;
  }

  look(lies: readonly number[]): void {
    for (const [index, held] of this.truth.entries()) {
      const reading = { at: this.minute, held: Math.max(0, held + (lies[index] ?? 0)) };
      this.#readings[index] = [reading, ...(this.#readings[index] ?? [])].slice(0, 2);
    }
  }

  readings(index: number): number[] {
    return (this.#readings[index] ?? []).map(({ held }) => held);
  }

  world(): World {
    return {
      now: this.#at(this.minute),
      moves: this.flows
        .filter(({ confirmedAt }) => (this.minute - confirmedAt) * MINUTE < NO_RETURN_MS)
        .map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) })),
      see: (place) => {
        const index = PLACES.findIndex((each) => keyOf(each) === keyOf(place));
        const { minimum = 0, maximum = 0 } = this.#settings[index] ?? {};
        return {
          readings: (this.#readings[index] ?? []).map(({ at, held }) => ({
            at: this.#at(at),
            available: whole(held),
            held: whole(held),
          })),
          fault: undefined,
          doubt: undefined,
          incoming: whole(this.#sum(index, 'to', ({ arrivedAt }) => arrivedAt)),
          outgoing: whole(this.#sum(index, 'from', ({ leftAt }) => leftAt)),
          limits: { minimum: whole(minimum), maximum: whole(maximum) },
        };
      },
    };
  }

  balance(index: number): Balance {
    const { minimum = 0, target = 0, maximum = 0, cap = 0 } = this.#settings[index] ?? {};
    return {
      place: placeOf(index),
      minimum: whole(minimum),
      target: whole(target),
      maximum: whole(maximum),
      room: whole(cap - this.movedIn24h(index)),
    };
  }

  options(index: number): Option[] {
    return (this.#settings[index]?.sources ?? [])
      .filter((source) => source !== index)
      .map((source, position) =>
        option({ number: position + 1, place: placeOf(source), smallest: whole(5), precision: 0 }),
      );
  }

  movedIn24h(index: number): number {
    return this.flows
      .filter(({ balance: by, confirmedAt }) => by === index && this.minute - confirmedAt < 1_440)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  #sum(index: number, end: 'from' | 'to', doneAt: (flow: Flow) => number): number {
    return this.flows
      .filter((flow) => flow[end] === index && this.minute - doneAt(flow) <= SETTLES)
      .reduce((sum, { amount }) => sum + amount + (end === 'from' ? FEE : 0), 0);
  }

  #at(minute: number): Date {
    return later(NOW, minute * MINUTE);
  }
}

const whole = (count: number): Decimal => Decimal.of(BigInt(count));
const placeOf = (index: number): Place => PLACES[index] ?? HERE;
const indexOf = (place: Place): number => PLACES.findIndex((each) => keyOf(each) === keyOf(place));

/** The naive opinion: whether money could have come from one place to another in the last 24 hours. */
function couldHaveCome(
  { flows, minute }: Desk,
  from: number,
  to: number,
  via: readonly number[] = [],
): boolean {
  return flows.some(
    (flow) =>
      minute - flow.confirmedAt < 1_440 &&
      flow.from === from &&
      !via.includes(flow.to) &&
      (flow.to === to || couldHaveCome({ flows, minute } as Desk, flow.to, to, [...via, from])),
  );
}

interface Step {
  readonly place: number;
  readonly drift: number;
  readonly lie: number;
  readonly confirms: boolean;
  readonly leaves: boolean;
  readonly arrives: boolean;
  readonly pause: number;
}

/** Plays a desk whose proposals are confirmed at random, and checks each by whole numbers and in another way. */
function play(
  truth: readonly number[],
  all: readonly Settings[],
  walk: readonly Step[],
  isStill: boolean,
): { confirmed: number; desk: Desk } {
  const desk = new Desk(truth, all);
  const open = new Map<number, { proposed: Proposed }>();
  let confirmed = 0;
  for (const step of walk) {
    desk.minute += step.pause;
    desk.truth[step.place] = Math.max(0, (desk.truth[step.place] ?? 0) + (isStill ? 0 : step.drift));
    for (const flow of desk.flows) {
      if (step.leaves && flow.leftAt === Infinity) {
        flow.leftAt = desk.minute;
        desk.truth[flow.from] = (desk.truth[flow.from] ?? 0) - flow.amount - FEE;
      } else if (step.arrives && flow.leftAt !== Infinity && flow.arrivedAt === Infinity) {
        flow.arrivedAt = desk.minute;
        desk.truth[flow.to] = (desk.truth[flow.to] ?? 0) + flow.amount;
      }
    }
    const lies = PLACES.map((_, index) => (!isStill && index === step.place ? step.lie : 0));
    desk.look(lies);
    for (const index of PLACES.keys()) {
      const world = desk.world();
      const own = desk.balance(index);
      const state = stateOf(own, world);
      const waiting = open.get(index);
      if (waiting && step.confirms) {
        open.delete(index);
        if (findObstacle(own, waiting.proposed, world) !== undefined) continue;
        checkAndMove(desk, all, index, waiting.proposed);
        confirmed += 1;
        continue;
      }
      if (waiting) continue;
      const chosen = choose(own, desk.options(index), state, world);
      if (!('proposed' in chosen)) continue;
      const [last = 0, before = 0] = desk.readings(index);
      const { minimum = 0, maximum = 0 } = all[index] ?? {};
      const isLow = last < minimum && before < minimum;
      const isHigh = last > maximum && before > maximum;
      expect(isLow || isHigh).toBe(true);
      open.set(index, chosen);
    }
  }
  return { confirmed, desk };
}

function checkAndMove(
  desk: Desk,
  all: readonly Settings[],
  index: number,
  { option: chosen, direction, amount }: Proposed,
): void {
  const other = indexOf(chosen.place);
  const [from, to] = direction === 'IN' ? [other, index] : [index, other];
  const count = Number(amount.toString());
  const promised = desk.flows
    .filter((flow) => flow.from === from && flow.leftAt === Infinity)
    .reduce((sum, flow) => sum + flow.amount + FEE, 0);
  const arriving = desk.flows
    .filter((flow) => flow.to === to && flow.arrivedAt === Infinity)
    .reduce((sum, flow) => sum + flow.amount, 0);
  // Never more than the source has above its own minimum, fee included.
  expect(Math.min(...desk.readings(from)) - promised - count - FEE).toBeGreaterThanOrEqual(
    all[from]?.minimum ?? 0,
  );
  // Never more than the other end may hold.
  expect(Math.max(...desk.readings(to)) + arriving + count).toBeLessThanOrEqual(all[to]?.maximum ?? 0);
  // No cap broken.
  expect(desk.movedIn24h(index) + count).toBeLessThanOrEqual(all[index]?.cap ?? 0);
  // Nothing is sent back.
  expect(couldHaveCome(desk, to, from)).toBe(false);
  desk.flows.push({
    from,
    to,
    amount: count,
    balance: index,
    confirmedAt: desk.minute,
    leftAt: Infinity,
    arrivedAt: Infinity,
  });
}

const many = array(settings, { minLength: 3, maxLength: 3 });
const holdings = array(integer({ min: 0, max: 1_500 }), { minLength: 3, maxLength: 3 });

it('over random walks, no cap is broken, no source falls below its minimum, and nothing goes back', () => {
  let confirmed = 0;
  assert(
    property(holdings, many, steps(effort(80, 3_000), 400), (truth, all, walk) => {
      confirmed += play(truth, all, walk, false).confirmed;
    }),
    { numRuns: effort(40, 60) },
  );
  expect(confirmed).toBeGreaterThan(effort(50, 1_000));
});

it('on a desk where nothing else moves, only what is outside its bounds moves, and nothing leaves them', () => {
  let moved = 0;
  assert(
    property(holdings, many, steps(effort(80, 600), 0), (truth, all, walk) => {
      const { desk } = play(truth, all, walk, true);
      const isWithin = (held: number, index: number): boolean =>
        held >= (all[index]?.minimum ?? 0) && held <= (all[index]?.maximum ?? 0);
      const isQuiet = truth.map(isWithin);
      const final = desk.truth.map((held, index) =>
        desk.flows.reduce(
          (sum, { from, to, amount, leftAt, arrivedAt }) =>
            sum +
            (to === index && arrivedAt === Infinity ? amount : 0) -
            (from === index && leftAt === Infinity ? amount + FEE : 0),
          held,
        ),
      );
      // One that gives or takes stays within its bounds, so that only those outside at the beginning ever propose.
      expect(desk.flows.filter(({ balance: by }) => isQuiet[by])).toEqual([]);
      expect(final.filter((held, index) => isQuiet[index] && !isWithin(held, index))).toEqual([]);
      moved += desk.flows.length;
    }),
    { numRuns: effort(40, 60) },
  );
  expect(moved).toBeGreaterThan(effort(10, 40));
});
