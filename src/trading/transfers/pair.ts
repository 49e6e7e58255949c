import { Decimal } from '../../kernel/index.ts';
import { addressKeyOf } from '../deposit-addresses/index.ts';
import type { Marks } from './store.ts';

/** The end of a transfer that left, as the venue that sent it reports it. */
export interface SentEnd {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
  /** What the payee receives. */
  readonly amount: string;
  readonly hash: string | null;
  readonly internalId: string | null;
  readonly at: Date;
}

/** A deposit at the other venue in the same asset, that belongs to no transfer. */
export interface ReceivedEnd {
  readonly id: string;
  readonly network: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  /** Before a fee of the venue. */
  readonly amount: string;
  readonly hash: string | null;
  readonly internalId: string | null;
  readonly at: Date;
}

export interface Pairs {
  readonly pairs: readonly (readonly [sent: string, received: string])[];
  /** The sent ones that more deposits fit than were sent. */
  readonly doubtful: readonly string[];
}

/**
 * Pairs what left with what arrived: the same transaction, address, tag and amount to the last digit, and nothing else.
 * Several that are equal in all of these are interchangeable and are paired in the order of time. Where more arrived
 * than left, nobody can say which is ours.
 */
export function pair(sent: readonly SentEnd[], received: readonly ReceivedEnd[]): Pairs {
  const arrivals = groupBy(received, keyOf);
  const pairs: [string, string][] = [];
  const doubtful: string[] = [];
  for (const [key, group] of groupBy(sent, keyOf)) {
    const fitting = (arrivals.get(key) ?? []).filter(({ network }) => isNetworkOf(group, network));
    if (fitting.length > group.length) doubtful.push(...group.map(({ id }) => id));
    else fitting.forEach(({ id }, index) => pairs.push([group[index]?.id ?? '', id]));
  }
  return { pairs, doubtful };
}

/** What the deposits that fit have at least; a hash that is not hexadecimal must also be the same in its case. */
export const marksOf = (sent: readonly SentEnd[]): Marks => ({
  hashes: sent.flatMap(({ hash }) => (hash === null ? [] : [normalHash(hash).toLowerCase()])),
  internalIds: sent.flatMap(({ internalId }) => internalId ?? []),
  amounts: sent.map(({ amount }) => amount),
});

/** A venue that names no network leaves it to the transaction. */
const isNetworkOf = (group: readonly SentEnd[], network: string | null): boolean =>
  network === null || group.every((one) => one.network === network);

/** Undefined where an end shows no transaction or no address: then it fits nothing. */
function keyOf({ address, tag, amount, ...end }: SentEnd | ReceivedEnd): string | undefined {
  const transaction = transactionOf(end);
  if (transaction === undefined || address === null) return undefined;
  const place = addressKeyOf(address, tag);
  return JSON.stringify([transaction, place.address, place.tag, Decimal.parse(amount).trim().toString()]);
}

function transactionOf({ hash, internalId }: Pick<SentEnd, 'hash' | 'internalId'>): string | undefined {
  if (hash !== null) return `hash ${normalHash(hash)}`;
  return internalId === null ? undefined : `internal ${internalId}`;
}

/** Hexadecimal digits in either case, with or without `0x`, are the same; other hashes have one form. */
function normalHash(hash: string): string {
  const digits = hash.trim().replace(/^0x/i, '');
  return /^[0-9a-f]+$/i.test(digits) ? digits.toLowerCase() : hash.trim();
}

/** In the order of time within each group. */
function groupBy<T extends { readonly at: Date; readonly id: string }>(
  all: readonly T[],
  key: (one: T) => string | undefined,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  const ordered = all.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  for (const one of ordered) {
    const name = key(one);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}
