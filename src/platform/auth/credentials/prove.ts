import { Problem, sha256, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { isName } from './credential.ts';
import { decoyHash, verifySecret } from './hash.ts';
import type { Queue } from './queue.ts';
import {
  countFailure,
  forgetFailures,
  selectBlock,
  selectUsableCredential,
  type CredentialRow,
} from './store.ts';

const LOCK_MS = 15 * 60 * 1000;

/** How long a name is blocked after its first, second, … failure in a row. */
const WAITS_MS = [0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, LOCK_MS];

export const FAILURES_FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

interface ProveInput {
  readonly kind: CredentialRow['kind'];
  readonly name: string;
  readonly secret: string;
}

/**
 * The credential whose secret this is, or undefined. Failures slow down and then lock the name that was
 * tried, whether it exists or not, so that neither the answer nor its time tells which names there are.
 */
export async function proveCredential(
  context: Context<Db>,
  hashing: Queue,
  { kind, name, secret }: ProveInput,
): Promise<CredentialRow | undefined> {
  const { db, clock } = context;
  const nameHash = sha256(name);
  await refuseBlocked(context, nameHash);
  return hashing.run(async () => {
    // Others may have failed with this name while this one waited for its turn.
    await refuseBlocked(context, nameHash);
    const credential = isName(name)
      ? await selectUsableCredential(db, kind, name).executeTakeFirst()
      : undefined;
    const proved = await verifySecret(secret, credential?.secret_hash ?? decoyHash());
    if (credential && proved) {
      await forgetFailures(db, nameHash).execute();
      return credential;
    }
    const now = clock.now();
    const forgottenBefore = new Date(now.getTime() - FAILURES_FORGOTTEN_AFTER_MS);
    await countFailure(db, nameHash, now, forgottenBefore, WAITS_MS).execute();
    return undefined;
  });
}

async function refuseBlocked({ db, clock }: Context<Db>, nameHash: Buffer): Promise<void> {
  const now = clock.now();
  const block = await selectBlock(db, nameHash, now).executeTakeFirst();
  if (block === undefined) return;
  const seconds = Math.ceil((block.blocked_until.getTime() - now.getTime()) / 1000);
  throw new Problem('rate_limited', `Too many failed sign-ins with this name. Wait ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
