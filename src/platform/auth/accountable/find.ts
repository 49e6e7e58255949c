import type { Db } from '../../postgres/index.ts';
import { compareActs, selectAccountable, type Act } from './store.ts';

/**
 * Everybody who answers for an act: the actor; the owner of a client; the person of a subject of an external issuer; and
 * for some hours the admin who created, reset or rotated the account.
 */
export async function findAccountable(db: Db, { by, at }: Act): Promise<string[]> {
  return (await selectAccountable(db, by, at).executeTakeFirstOrThrow()).people;
}

/** Whether two acts count as those of one person. Every rule that asks for two people asks this. */
export async function isSamePerson(db: Db, one: Act, other: Act): Promise<boolean> {
  return (await ownActs(db, [one], other))(one);
}

/** Tells which of several acts count as those of the person of `own`. One that was not among them counts as one. */
export async function ownActs(db: Db, acts: readonly Act[], own: Act): Promise<(act: Act) => boolean> {
  const distinct = [...new Map(acts.map((act) => [keyOf(act), act])).values()];
  const { are_same } = await compareActs(db, distinct, own).executeTakeFirstOrThrow();
  const ofOthers = new Set(distinct.filter((_, index) => are_same[index] === false).map(keyOf));
  return (act) => !ofOthers.has(keyOf(act));
}

const keyOf = ({ by, at }: Act): string => `${at.getTime()} ${by}`;
