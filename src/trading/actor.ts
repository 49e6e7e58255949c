import type { Actor } from '../kernel/index.ts';

/** One name for one person or program: a client and a person may be called alike. */
export const nameOf = ({ kind, id }: Actor): string => `${kind}:${id}`;
