import type { Actor } from '../kernel/index.ts';

/** How an actor is recorded and compared; not by its kind, which an external issuer can give either way. */
export const nameOf = ({ id }: Actor): string => id;
