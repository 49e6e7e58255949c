import type { Tx } from '../../../postgres/index.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from '../../factors/index.ts';

export interface NewCodes {
  readonly credentialId: string;
  readonly hashes: readonly Buffer[];
}

export async function replaceCodes(tx: Tx, { credentialId, hashes }: NewCodes): Promise<void> {
  await deleteRecoveryCodes(tx, credentialId).execute();
  await insertRecoveryCodes(tx, credentialId, hashes).execute();
}
