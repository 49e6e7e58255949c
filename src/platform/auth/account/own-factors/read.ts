import type { Db, Tx } from '../../../postgres/index.ts';
import { selectPasskeys, selectTotp, type PasskeyRow } from '../../factors/index.ts';

interface OwnFactors {
  readonly passkeys: readonly PasskeyRow[];
  readonly hasApp: boolean;
}

export async function readFactors(db: Db | Tx, credentialId: string): Promise<OwnFactors> {
  const passkeys = await selectPasskeys(db, credentialId).execute();
  const totp = await selectTotp(db, credentialId).executeTakeFirst();
  return { passkeys, hasApp: totp !== undefined && totp.confirmed_at !== null };
}

/** A person who has a factor confirms changes with it. The first one needs only the session. */
export const withFactor =
  <Input extends object>(describe: (input: Input) => { [name: string]: string }) =>
  ({ passkeys, hasApp }: OwnFactors, input: Input) =>
    passkeys.length > 0 || hasApp ? describe(input) : undefined;
