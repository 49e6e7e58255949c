import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { toCredential, type Credential } from './credential.ts';
import { selectCredentials } from './store.ts';

const PAGE_SIZE = 1_000;

/** Lists credentials by name, including revoked ones: at most 1,000, starting after `afterName`. */
export async function listCredentials(
  { db }: Context<Db>,
  { afterName = '' }: { afterName?: string },
): Promise<Credential[]> {
  const rows = await selectCredentials(db, afterName, PAGE_SIZE).execute();
  return rows.map(toCredential);
}
