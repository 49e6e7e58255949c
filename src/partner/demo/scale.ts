/** The size and time of a program, which determine everything in it. */
export interface Scale {
  readonly seed: number;
  readonly orders: number;
  readonly partners: number;
  readonly links: number;
  readonly clients: number;
  readonly accounts: number;
  readonly clicks: number;
  /** Clicks for each client: one of them led to the registration. */
  readonly clicksPerClient: number;
  /** One row of impressions or spend covers this many days. */
  readonly trafficDays: number;
  readonly days: number;
  /** The first day, `YYYY-MM-DD`. */
  readonly start: string;
  /** What has passed of the last day. */
  readonly lastDayMs: number;
}

export const MIN_PARTNERS = 20;
export const MAX_PARTNERS = 5000;
const DAYS = 730;
const DAY_MS = 86_400_000;
/** Larger programs have fewer traffic rows, so that most rows are orders. */
const LARGE = 2_000_000;
/** Smaller programs have more clients for their orders, so that every week has registrations. */
const SMALL = 100_000;

export function scaleOf(seed: number, orders: number, now: Date): Scale {
  const partners = Math.min(MAX_PARTNERS, Math.max(MIN_PARTNERS, Math.round(orders / 4000)));
  const clients = Math.max(50, Math.round(orders / (orders > SMALL ? 40 : 10)));
  const clicksPerClient = orders > LARGE ? 2 : 12;
  const lastDayMs = now.getTime() % DAY_MS;
  const start = new Date(now.getTime() - lastDayMs - (DAYS - 1) * DAY_MS);
  return {
    seed,
    orders,
    partners,
    links: partners * 2,
    clients,
    accounts: Math.round(clients * 1.3),
    clicks: clients * clicksPerClient,
    clicksPerClient,
    trafficDays: orders > LARGE ? 7 : 1,
    days: DAYS,
    start: start.toISOString().slice(0, 10),
    lastDayMs,
  };
}

/** SQL expressions of pseudo-random numbers that depend only on the seed. */
export class Dice {
  readonly #seed: number;

  constructor({ seed }: Pick<Scale, 'seed'>) {
    this.#seed = seed;
  }

  /** From 0 to below 1, determined by purpose and row. */
  fraction(purpose: string, row: string): string {
    return `(${this.whole(purpose, row, 1_000_000_007)} / 1000000007.0)`;
  }

  whole(purpose: string, row: string, below: number | string): string {
    return `(hash(${this.#seed}, '${purpose}', ${row}) % (${below})::ubigint)::bigint`;
  }

  /** One of the values, by their weights. */
  pick(purpose: string, row: string, weights: Readonly<Record<string, number>>): string {
    const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    let upTo = 0;
    const cases = Object.entries(weights).map(([value, weight]) => {
      upTo += weight;
      return `when ${this.whole(purpose, row, total)} < ${upTo} then '${value}'`;
    });
    return `case ${cases.join(' ')} end`;
  }

  /** An index below a limit, with low ones far more frequent. */
  skewed(purpose: string, row: string, below: number): string {
    return `floor(${below} * pow(${this.fraction(purpose, row)}, 2.5))::bigint`;
  }
}

/** The moment at a fraction of the whole time. What would be later on the last day is within what has passed of it. */
export function momentAt({ start, days, lastDayMs }: Scale, fraction: string): string {
  const beforeMs = (days - 1) * DAY_MS;
  const passed = `least(${fraction}, 1) * ${days * DAY_MS - 1}`;
  const ms = `least(${passed}, ${beforeMs}) + greatest(${passed} - ${beforeMs}, 0) * ${lastDayMs / DAY_MS}`;
  return `(timestamp '${start}' + to_milliseconds((${ms})::bigint))`;
}

/** The present. */
export const presentOf = ({ start, days, lastDayMs }: Scale): string =>
  `(timestamp '${start}' + to_milliseconds(${(days - 1) * DAY_MS + lastDayMs}))`;

/** The rows of a relation \`r(i)\` that counts from one number to below another. */
export const counting = (first: number, end: number): string => `range(${first}, ${end}) r(i)`;
