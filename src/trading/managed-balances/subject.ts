import type { Place } from './decide.ts';

/** The id of a managed balance in the audit log. */
export const subjectOf = ({ venue, asset }: Pick<Place, 'venue' | 'asset'>): string => `${venue}/${asset}`;
