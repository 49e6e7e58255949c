import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { toCredential, type Credential } from './credential.ts';
import { selectCredentials } from './store.ts';

const PAGE_SIZE = 1_000;

/** By name, revoked ones too, at most 1,000; `afterName` gives those that follow. */
export async function listCredentials(
  { db }: Context<Db>,
  { afterName = '' }: { afterName?: string },
): Promise<Credential[]> {
  const rows = await selectCredentials(db, afterName, PAGE_SIZE).execute();
  return rows.map(toCredential);
}
