import type { Db } from '../../../postgres/index.ts';
import type { Preferences } from './schema.ts';
import { selectDisplay, type DisplayPreferenceRow } from './store.ts';

/** How the console speaks to a person. */
export const readPreferences = async (db: Db, credentialId: string): Promise<Preferences> =>
  toPreferences(await selectDisplay(db, credentialId).executeTakeFirst());

export const toPreferences = (row: DisplayPreferenceRow | undefined): Preferences => ({
  language: (row?.language ?? null) as Preferences['language'],
  timeZone: row?.time_zone ?? null,
});
