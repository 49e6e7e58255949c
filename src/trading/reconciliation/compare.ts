/** A withdrawal or an order as one side records it. */
export interface Entry {
  /** Our id, which the venue has as its reference; null where the venue shows none. */
  readonly id: string | null;
  /** The venue's own id; null where we do not know it. */
  readonly venueId: string | null;
  readonly status: string;
  /** What must be equal on both sides, as texts; what one side does not say is not compared. */
  readonly values: Readonly<Record<string, string>>;
}

export interface OwnEntry extends Entry {
  readonly id: string;
  /** Whether the venue must have it. */
  readonly isExpected: boolean;
  /** Whether this status of the venue fits ours. */
  fits(venueStatus: string): boolean;
}

export interface Difference {
  readonly kind: 'only at the venue' | 'only here' | 'different';
  readonly here: Entry | null;
  readonly there: Entry | null;
  /** What differs, such as `amount`. */
  readonly fields: readonly string[];
}

export interface Compared {
  readonly matched: number;
  readonly differences: readonly Difference[];
}

/**
 * Matches the entries of both sides by our id, else by the venue's. An entry is matched once: a second one at the venue
 * with the same id is something that only the venue knows.
 */
export function compare(ours: readonly OwnEntry[], theirs: readonly Entry[]): Compared {
  const byId = new Map(ours.map((own) => [own.id, own]));
  const byVenueId = new Map(ours.map((own) => [own.venueId, own]));
  const unmatched = new Set(ours);
  const differences: Difference[] = [];
  let matched = 0;
  for (const there of theirs) {
    const candidates = [
      byId.get(there.id ?? ''),
      there.venueId === null ? undefined : byVenueId.get(there.venueId),
    ];
    const own = candidates.find((candidate) => candidate && unmatched.has(candidate));
    if (!own) {
      differences.push({ kind: 'only at the venue', here: null, there, fields: [] });
      continue;
    }
    unmatched.delete(own);
    const fields = differingFields(own, there);
    if (fields.length > 0) differences.push({ kind: 'different', here: entryOf(own), there, fields });
    else matched += 1;
  }
  for (const own of unmatched) {
    if (own.isExpected) differences.push({ kind: 'only here', here: entryOf(own), there: null, fields: [] });
  }
  return { matched, differences };
}

const differingFields = (own: OwnEntry, there: Entry): string[] => [
  ...Object.keys(own.values).filter(
    (name) => name in there.values && own.values[name] !== there.values[name],
  ),
  ...(own.fits(there.status) ? [] : ['status']),
];

const entryOf = ({ id, venueId, status, values }: OwnEntry): Entry => ({ id, venueId, status, values });
