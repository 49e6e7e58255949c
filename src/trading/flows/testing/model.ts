/** What happened, with amounts in millionths. */
export interface Event {
  readonly kind: 'deposit' | 'withdrawal' | 'trade' | 'transfer';
  readonly at: string;
  readonly venue: string;
  readonly toVenue: string;
  /** Of a trade: what is bought or sold. */
  readonly asset: string;
  readonly counter: string;
  readonly side: 'buy' | 'sell';
  readonly amount: bigint;
  readonly price: number;
  readonly fee: bigint | null;
  /** Whether it was credited or completed; trades always count. */
  readonly counts: boolean;
  /** Of a transfer: when it was seen at the other end. */
  readonly arrivedAt: string | null;
}

export interface World {
  readonly events: readonly Event[];
  readonly rates: readonly { readonly day: string; readonly asset: string; readonly rate: number }[];
}

const KINDS = [
  'deposits',
  'withdrawals',
  'conversionsIn',
  'conversionsOut',
  'transfersIn',
  'transfersOut',
  'fees',
] as const;
type Kind = (typeof KINDS)[number];

interface Part {
  readonly kind: Kind;
  readonly day: string;
  readonly venue: string;
  readonly asset: string;
  readonly millionths: bigint;
}

/** Everything that one event moves. */
function partsOf(event: Event): Part[] {
  const { venue, asset, counter, amount, fee, toVenue, arrivedAt } = event;
  const part = (kind: Kind, of: string, millionths: bigint, at = event.at, where = venue): Part => ({
    kind,
    day: at.slice(0, 10),
    venue: where,
    asset: of,
    millionths,
  });
  if (event.kind === 'trade') {
    const value = amount * BigInt(event.price);
    const [gain, loss] = event.side === 'buy' ? ([asset, counter] as const) : ([counter, asset] as const);
    const [gained, lost] = event.side === 'buy' ? [amount, value] : [value, amount];
    return [
      part('conversionsIn', gain, gained),
      part('conversionsOut', loss, lost),
      part('fees', counter, fee ?? 0n),
    ];
  }
  if (!event.counts) return [];
  const own = part('fees', asset, fee ?? 0n);
  if (event.kind === 'deposit') return [part('deposits', asset, amount), own];
  if (event.kind === 'withdrawal') return [part('withdrawals', asset, amount), own];
  const sent = [part('transfersOut', asset, amount), own];
  if (arrivedAt === null) return sent;
  return [
    ...sent,
    part('transfersIn', asset, amount, arrivedAt, toVenue),
    part('fees', asset, fee ?? 0n, arrivedAt, toVenue),
  ];
}

/** Millionths as people write them. */
function plain(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return digits.slice(0, -6) + (fraction === '' ? '' : `.${fraction}`);
}

const each = <T>(make: (kind: Kind) => T) => Object.fromEntries(KINDS.map((kind) => [kind, make(kind)]));

const sumOf = (some: readonly Part[], weigh: (asset: string) => number): bigint =>
  some.reduce((sum, { asset, millionths }) => sum + millionths * BigInt(weigh(asset)), 0n);

/** The answer of `GET /trade/v1/flows`, one event at a time and without a database. */
export function flowsOf({ events, rates }: World, days: readonly string[]): object {
  const parts = events.flatMap(partsOf);
  return {
    currency: 'USDT',
    days: days.map((day) => {
      const onDay = parts.filter((part) => part.day === day);
      const places = [...new Set(onDay.map(({ venue, asset }) => `${venue} ${asset}`))].sort();
      const rateOf = (asset: string): number | undefined =>
        asset === 'USDT' ? 1 : rates.find((rate) => rate.day === day && rate.asset === asset)?.rate;
      const unpriced = [...new Set(onDay.map(({ asset }) => asset))].filter(
        (asset) => rateOf(asset) === undefined,
      );
      return {
        day,
        values: each((kind) => {
          const some = onDay.filter((part) => part.kind === kind && part.millionths !== 0n);
          if (some.some(({ asset }) => rateOf(asset) === undefined)) return null;
          return plain(sumOf(some, (asset) => rateOf(asset) ?? 0));
        }),
        unread: [],
        unpriced: unpriced.sort(),
        flows: places.map((place) => {
          const [venue = '', asset = ''] = place.split(' ');
          const here = onDay.filter((part) => part.venue === venue && part.asset === asset);
          const ofKind = (kind: Kind) => here.filter((part) => part.kind === kind);
          const rate = rateOf(asset);
          return {
            venue,
            asset,
            amounts: each((kind) => plain(sumOf(ofKind(kind), () => 1))),
            values: rate === undefined ? null : each((kind) => plain(sumOf(ofKind(kind), () => rate))),
          };
        }),
      };
    }),
  };
}
