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
  return (await areSamePerson(db, [one], other)).includes(true);
}

/** Whether each of the acts counts as one of the person of another act, in their order. */
export async function areSamePerson(db: Db, acts: readonly Act[], own: Act): Promise<boolean[]> {
  return (await compareActs(db, acts, own).executeTakeFirstOrThrow()).are_same;
}
