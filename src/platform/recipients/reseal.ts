import { Problem, type Json } from '../../kernel/index.ts';
import type { PersonalData } from '../personal-data/index.ts';
import type { Db } from '../postgres/index.ts';
import { placeOf } from './keep.ts';
import { openRecipient } from './read.ts';
import { selectSealedOtherwise, updateSealed } from './store.ts';

const AT_ONCE = 500;

/** Seals with the first key what another one has sealed, of every tenant and service, and says how many rows it was. */
export async function resealRecipients(db: Db, personal: PersonalData): Promise<number> {
  const { keyId } = personal;
  if (keyId === undefined) throw new Problem('unprocessable', 'There is no key: set personalData.keys.');
  for (let total = 0; ;) {
    const done = await db.transaction().execute(async (tx) => {
      const rows = await selectSealedOtherwise(tx, keyId, AT_ONCE).execute();
      for (const row of rows) {
        const { data, fault } = openRecipient(personal, row);
        if (fault !== undefined) throw new Problem('unprocessable', fault);
        const { sealed } = personal.seal(data as Json, placeOf(row));
        await updateSealed(tx, row.id, row.key_id ?? '', { key_id: keyId, sealed }).execute();
      }
      return rows.length;
    });
    if (done === 0) return total;
    total += done;
  }
}
