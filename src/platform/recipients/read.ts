import { Problem } from '../../kernel/index.ts';
import type { PersonalData, TravelRule } from '../personal-data/index.ts';
import type { Db } from '../postgres/index.ts';
import { placeOf } from './keep.ts';
import { selectRecipients, type Owner, type RecipientRow } from './store.ts';

/** What a row says, or why it cannot be read. */
export type Opened =
  | { readonly data: TravelRule; readonly erased?: undefined; readonly fault?: undefined }
  | { readonly data?: undefined; readonly erased: Date; readonly fault?: undefined }
  | { readonly data?: undefined; readonly erased?: undefined; readonly fault: string };

export function openRecipient(personal: PersonalData, row: RecipientRow): Opened {
  if (row.key_id === null || row.sealed === null) return { erased: row.erased_at ?? row.created_at };
  try {
    const data = personal.open({ keyId: row.key_id, sealed: row.sealed }, placeOf(row));
    return { data: data as TravelRule };
  } catch (error) {
    const reason =
      error instanceof Problem ? error.message : 'It does not open with the key that is configured.';
    return { fault: `Who receives it cannot be read: ${reason}` };
  }
}

/** By id. */
export async function findRecipients(
  db: Db,
  personal: PersonalData,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Opened>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRecipients(db, owner, ids).execute();
  return new Map(rows.map((row) => [row.id, openRecipient(personal, row)]));
}

/** For those who may read it. */
export interface Recipient {
  readonly id: string;
  readonly hash: string;
  /** Null once erased. */
  readonly data: TravelRule | null;
  readonly createdAt: string;
  readonly erasedAt: string | null;
}

export async function getRecipient(
  db: Db,
  personal: PersonalData,
  owner: Owner,
  id: string,
): Promise<Recipient> {
  const row = await selectRecipients(db, owner, [id]).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such recipient.');
  const { data = null, fault } = openRecipient(personal, row);
  if (fault !== undefined) throw new Problem('unprocessable', fault);
  return {
    id: row.id,
    hash: row.hash,
    data,
    createdAt: row.created_at.toISOString(),
    erasedAt: row.erased_at?.toISOString() ?? null,
  };
}
