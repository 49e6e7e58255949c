import { sql, type NotNull } from 'kysely';
import { statement, type Db } from '../../postgres/index.ts';

const sealed = (db: Db) =>
  db
    .selectFrom('audit_log')
    .select(['seq', 'at', sql<string>`encode(hash, 'hex')`.as('hash')])
    .where('seq', 'is not', null)
    .$narrowType<{ seq: NotNull }>();

export const selectHead = statement([], (db) => sealed(db).orderBy('seq', 'desc').limit(1));

export const selectRows = statement([['1']], (db, seqs: readonly string[]) =>
  sealed(db).where('seq', 'in', seqs),
);
