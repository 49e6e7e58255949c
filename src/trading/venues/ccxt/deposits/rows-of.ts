import type { Json } from '../profile.ts';

/** Throws where it is no list of objects: an answer in another form is none. */
export function rowsOf(value: unknown): readonly Json[] {
  if (Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)) {
    return value as readonly Json[];
  }
  throw new TypeError('The venue shows addresses in a form that it does not have.');
}
