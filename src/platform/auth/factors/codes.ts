import { randomBytes } from 'node:crypto';
import { base32 } from '@scure/base';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Problem, backOffMs, sha256, type Clock } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Secrets } from '../secrets.ts';
import { acceptCode, countFailure, lockTotp, takeRecoveryCode, type TotpRow } from './store.ts';

const SEALED_FOR = 'totp';
/** Accepts the code before and after the present one, for clocks that differ by up to 30 seconds. */
const TOLERANCE_SECONDS = 30;
const FREE_FAILURES = 5;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1_000, 15 * 60_000] as const;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

interface CodeOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** A new secret for an authenticator app, and its sealed form for the database. */
export function makeTotp(secrets: Secrets, credentialId: string, login: string, issuer: string) {
  const secret = generateSecret();
  return {
    secret,
    uri: generateURI({ issuer, label: login, secret }),
    sealed: secrets.seal(SEALED_FOR, Buffer.from(secret), credentialId),
  };
}

/** Whether the code is one of the person's app, or a recovery code. Neither is accepted twice. */
export async function checkCode(options: CodeOptions, credentialId: string, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) return checkAppCode(options, credentialId, code);
  const taken = await takeRecoveryCode(options.db, credentialId, hashRecoveryCode(code)).executeTakeFirst();
  return taken !== undefined;
}

/**
 * Whether the code is one of the person's app; with `isNew`, of an app that they are about to add. More than five wrong
 * codes in a row are refused for a time that grows with their number.
 */
export async function checkAppCode(
  { db, clock, secrets }: CodeOptions,
  credentialId: string,
  code: string,
  { isNew = false } = {},
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // One after the other: of codes that are sent together, each is checked when those before it have been counted.
    const row = await lockTotp(tx, credentialId).executeTakeFirst();
    // A session is enough to get a new secret, so that it proves nothing until it is confirmed.
    if (row === undefined || (row.confirmed_at === null) !== isNew) return false;
    const now = clock.now();
    refuseTooSoon(row, now);
    const secret = secrets.open(SEALED_FOR, row.sealed_secret, credentialId).toString();
    const epoch = Math.floor(now.getTime() / 1000);
    const verified = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
    const accepted =
      verified.valid && 'timeStep' in verified
        ? await acceptCode(tx, credentialId, String(verified.timeStep)).executeTakeFirst()
        : undefined;
    if (accepted === undefined) await countFailure(tx, credentialId, now).execute();
    return accepted !== undefined;
  });
}

function refuseTooSoon({ failures, failed_at }: TotpRow, now: Date): void {
  if (failures < FREE_FAILURES || !failed_at) return;
  const waitMs = backOffMs(failures - FREE_FAILURES + 1, FIRST_WAIT_MS, LONGEST_WAIT_MS);
  const leftMs = failed_at.getTime() + waitMs - now.getTime();
  if (leftMs <= 0) return;
  const seconds = Math.ceil(leftMs / 1000);
  throw new Problem('rate_limited', `Too many wrong codes. Wait ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Each has 80 random bits, so that a fast hash is enough. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32
      .encode(randomBytes(RECOVERY_CODE_BYTES))
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

export const hashRecoveryCode = (code: string): Buffer =>
  sha256(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''));
