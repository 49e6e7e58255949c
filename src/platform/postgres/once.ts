import { sql } from 'kysely';

export const ONCE_MARK = '/* once */';

/** Starts a select whose shape depends on the caller: it is not kept as a prepared statement, because it may never recur. */
export const ONCE = sql.raw(ONCE_MARK);
