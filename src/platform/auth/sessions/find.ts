import { LRUCache } from 'lru-cache';
import { sha256, type Actor, type Clock } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Revocations } from '../revocations/index.ts';
import { scopesAt, type ServiceName } from '../scopes.ts';
import type { Token } from '../tokens/index.ts';
import { selectSession, touchSession, type SignInMethod } from './store.ts';

export const IDLE_MS = 30 * 60 * 1000;

/** How often activity is written down. */
const TOUCH_EVERY_MS = 60 * 1000;
const REMEMBERED_SESSIONS = 4_096;
const TOKEN_FORM = /^[\w-]{43}$/;

/** The session of a person, as the token of a request. */
export interface SessionToken extends Token {
  readonly actor: Actor & { readonly session: NonNullable<Actor['session']> };
  readonly signedInAtMs: number;
  readonly secretId: string;
  readonly roles: readonly string[];
  readonly method: SignInMethod;
  /** Sessions end then, however active they are. */
  readonly endsAt: Date;
}

interface Remembered {
  readonly token: SessionToken;
  /** When it was last used, as far as this process knows. */
  seenMs: number;
  writtenMs: number;
}

export interface SessionsOptions {
  readonly service: ServiceName;
  readonly db: Db;
  readonly clock: Clock;
  readonly revocations: Revocations;
}

/** Finds the sessions of cookies. A session that was used recently is not read again; revocations end it at once. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #recent = new LRUCache<string, Remembered>({ max: REMEMBERED_SESSIONS });
  readonly #tokens = new WeakMap<Actor, SessionToken>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Returns undefined if there is no such session, or it has ended. */
  find(text: string): SessionToken | undefined | Promise<SessionToken | undefined> {
    if (!TOKEN_FORM.test(text)) return undefined;
    const hash = sha256(text);
    const key = hash.toString('base64');
    const remembered = this.#recent.get(key);
    const nowMs = this.#options.clock.now().getTime();
    if (remembered !== undefined && remembered.token.expiresAtMs > nowMs) return this.#use(remembered, nowMs);
    return this.#read(hash, key, nowMs);
  }

  /** The session of an actor that was found here. */
  tokenOf(actor: Actor): SessionToken {
    const token = this.#tokens.get(actor);
    if (token === undefined) throw new Error('The actor was not found by its session.');
    return token;
  }

  async #read(hash: Buffer, key: string, nowMs: number): Promise<SessionToken | undefined> {
    const { db, service, revocations } = this.#options;
    const row = await selectSession(db, hash, service).executeTakeFirst();
    if (row === undefined) return undefined;
    const { id, name, tenant, credential_id, secret_id, partner_uid, last_seen_at, expires_at } = row;
    const remembered: Remembered = {
      seenMs: last_seen_at.getTime(),
      writtenMs: last_seen_at.getTime(),
      token: {
        actor: {
          kind: 'person',
          id: name,
          tenant,
          scopes: new Set(scopesAt(service, row)),
          partnerUid: partner_uid ?? undefined,
          session: { id, credentialId: credential_id },
        },
        secretId: secret_id,
        roles: row.roles.filter((role) => role.startsWith(`${service}:`)),
        method: row.method,
        signedInAtMs: row.signed_in_at.getTime(),
        endsAt: expires_at,
        get expiresAtMs() {
          return Math.min(expires_at.getTime(), remembered.seenMs + IDLE_MS);
        },
        isRevoked: () => revocations.isRevoked(id, secret_id),
      },
    };
    if (remembered.token.expiresAtMs <= nowMs) return undefined;
    this.#recent.set(key, remembered);
    this.#tokens.set(remembered.token.actor, remembered.token);
    return this.#use(remembered, nowMs);
  }

  #use(remembered: Remembered, nowMs: number): SessionToken {
    remembered.seenMs = Math.max(remembered.seenMs, nowMs);
    if (nowMs - remembered.writtenMs >= TOUCH_EVERY_MS) {
      remembered.writtenMs = nowMs;
      // The next request after a minute tries again.
      void touchSession(this.#options.db, remembered.token.actor.session.id, new Date(nowMs))
        .execute()
        .catch(() => {});
    }
    return remembered.token;
  }
}
