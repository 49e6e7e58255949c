import type { RawBuilder } from 'kysely';
import { Problem, type Context, type RequestKey } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { insertRows, selectAmong, selectFirst, type ClaimRow } from './store.ts';

/** How long a repeat with the same `Idempotency-Key` is recognised. References are kept for good. */
export const KEYS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The use of a key for one thing to do, by which a repeat of it is recognised. */
export interface Claim {
  readonly tenant: string;
  /** Where the key is unique within the tenant. */
  readonly scope: string;
  readonly key: string;
  /** The place of the command in its request. */
  readonly step: number;
  /** Equal for equal content. */
  readonly fingerprint: Buffer;
  readonly isKeptForGood: boolean;
  /** The answer to other content under this key. */
  readonly refusal: () => Problem;
}

/** The use of the key of a request for one of its steps. Another caller may use the same key. */
export const claimOfRequest = (
  { actor: { tenant, id } }: Context<Db>,
  { key, contentHash }: RequestKey,
  step: number,
): Claim => ({
  tenant,
  scope: `caller ${id}`,
  key,
  step,
  fingerprint: contentHash,
  isKeptForGood: false,
  refusal: () =>
    new Problem('reference_reused', `The idempotency key ${key} was already used for another request.`),
});

/** What the first use of a key led to. */
interface First {
  /** The id of what it created or changed. */
  readonly subject: string | null;
  /** The answer to a repeat, if it is stored: what JSON keeps as it is. */
  readonly answer: unknown;
}

/** What the same content under the same key led to, if there was one. Refuses other content. */
export async function findFirst(db: Db, claim: Claim): Promise<First | undefined> {
  const { tenant, scope, key, step, fingerprint, refusal } = claim;
  const first = await selectFirst(db, tenant, scope, key, step, fingerprint).executeTakeFirst();
  if (!first) return undefined;
  if (!first.fingerprint.equals(fingerprint)) throw refusal();
  return { subject: first.subject_id, answer: first.answer };
}

/** The names of those claims of a tenant that were made before. */
export async function findUsed(db: Db, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  const [first] = claims;
  if (!first) return new Set();
  const scopes = [...new Set(claims.map(({ scope }) => scope))];
  const keys = claims.map(({ key }) => key);
  const rows = await selectAmong(db, first.tenant, scopes, keys).execute();
  return new Set(rows.map(nameOf));
}

/** Unique within a tenant. */
export const nameOf = ({ scope, key, step }: Pick<Claim, 'scope' | 'key' | 'step'>): string =>
  JSON.stringify([scope, key, step]);

export interface NewClaim extends First {
  readonly claim: Claim;
  readonly now: Date;
}

/** To be run in the transaction that does what the claims stand for. */
export const insertClaims = (claims: readonly NewClaim[]): RawBuilder<unknown> =>
  insertRows(claims.map(toRow));

function toRow({ claim, subject, answer, now }: NewClaim): ClaimRow {
  const { tenant, scope, key, step, fingerprint, isKeptForGood } = claim;
  checkAnswer(answer);
  return {
    tenant,
    scope,
    key,
    step,
    fingerprint: `\\x${fingerprint.toString('hex')}`,
    subject_id: subject,
    answer,
    created_at: now,
    expires_at: isKeptForGood ? null : new Date(now.getTime() + KEYS_KEPT_MS),
  };
}

/** Refuses what JSON would change: a repeat must get the first answer, byte for byte. */
export function checkAnswer(value: unknown, path = 'The answer'): void {
  const isScalar = value === null || ['string', 'boolean', 'undefined'].includes(typeof value);
  if (isScalar || Number.isFinite(value)) return;
  if (!isPlain(value)) throw new TypeError(`${path} is not what JSON keeps as it is.`);
  for (const [name, member] of Object.entries(value)) checkAnswer(member, `${path}.${name}`);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
