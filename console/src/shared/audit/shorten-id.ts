import { shorten } from '../text/index.ts';

const WITHOUT_MEANING = /^[\da-f-]{32,}$/i;

/** A UUID or a hash by its ends; an id that people can read stays whole. */
export const shortenId = (id: string): string => (WITHOUT_MEANING.test(id) ? shorten(id) : id);
