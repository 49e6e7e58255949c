import type { Venue } from '@quaestor/sdk';

/** What people call these venues. */
export const namesOf = (codes: readonly string[], venues: readonly Venue[]): string[] =>
  codes.map((code) => venues.find((venue) => venue.code === code)?.name ?? code);
