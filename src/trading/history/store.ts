import { statement } from '../../platform/postgres/index.ts';

/** The subject of audit entries. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

const SUBJECT: Subject = { kind: 'withdrawal', id: '01890a5d-ac96-774b-bcce-b302099a8057' };

/** Oldest first. */
export const selectHistory = statement(
  ['acme', SUBJECT, 1000],
  (db, tenant: string, { kind, id }: Subject, limit: number) =>
    db
      .selectFrom('audit_log')
      .select(['at', 'actor_kind', 'actor_id', 'action', 'details'])
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', id)
      .where('tenant', '=', tenant)
      .orderBy('id')
      .limit(limit),
);
