import { Problem, type Actor } from '../../../kernel/index.ts';

/** Kinds that decide what is paid, or what partners are promised. */
const FOUR_EYED: ReadonlySet<string> = new Set(['tariffs', 'tier-changes', 'tier-levels', 'suspensions']);

export const needsSecondPerson = (kind: string): boolean => FOUR_EYED.has(kind);

/** A person cannot change them alone; systems that feed the program can. */
export function requireSecondPerson({ kind: actor }: Actor, kind: string): void {
  if (actor === 'person' && needsSecondPerson(kind))
    throw new Problem(
      'forbidden',
      `A second person has to confirm a change of ${kind}: propose it at POST /api/manage/proposals.`,
    );
}
