import { PROFILES } from '../profiles.ts';
import type { Doubts } from './doubts.ts';
import type { Dialect } from './loopback.ts';
import type { Wire } from './wire.ts';

/** What the tests know of an exchange, independently of its profile. */
export interface Imitation {
  readonly dialect: Dialect;
  readonly wire: Wire;
  readonly doubts: Doubts;
}

/** Of every exchange with a profile, from the folder `testing` beside that. */
export const IMITATIONS: Readonly<Record<string, Imitation>> = Object.fromEntries(
  await Promise.all(
    Object.keys(PROFILES).map(async (id) => {
      const { dialect } = (await import(`../exchanges/${id}/testing/server.ts`)) as { dialect: Dialect };
      const { wire } = (await import(`../exchanges/${id}/testing/wire.ts`)) as { wire: Wire };
      const { doubts } = (await import(`../exchanges/${id}/testing/doubts.ts`)) as { doubts: Doubts };
      return [id, { dialect, wire, doubts }] as const;
    }),
  ),
);

export function imitationOf(id: string): Imitation {
  const imitation = IMITATIONS[id];
  if (!imitation) throw new Error(`There is no imitation of ${id}.`);
  return imitation;
}
