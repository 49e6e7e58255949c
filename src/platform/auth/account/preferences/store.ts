import { statement } from '../../../postgres/index.ts';

export interface DisplayPreferenceRow {
  credential_id: string;
  language: string | null;
  time_zone: string | null;
}

declare module '../../../postgres/connect.ts' {
  interface Tables {
    display_preference: DisplayPreferenceRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ROW: DisplayPreferenceRow = { credential_id: ID, language: 'de', time_zone: 'Europe/Berlin' };

export const selectDisplay = statement([ID], (db, credentialId: string) =>
  db.selectFrom('display_preference').selectAll().where('credential_id', '=', credentialId),
);

export const saveDisplay = statement([ROW], (db, { credential_id, ...row }: DisplayPreferenceRow) =>
  db
    .insertInto('display_preference')
    .values({ credential_id, ...row })
    .onConflict((conflict) => conflict.column('credential_id').doUpdateSet(row))
    .returningAll(),
);
