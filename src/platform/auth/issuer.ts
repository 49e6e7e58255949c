import type { Queue } from './credentials/index.ts';
import type { KeyRing } from './keys/index.ts';
import type { Revocations } from './revocations/index.ts';
import type { ServiceName } from './scopes.ts';
import type { Authenticator, OwnToken } from './tokens/index.ts';

/** A service in its part as the issuer of its own tokens. */
export interface Issuer {
  readonly service: ServiceName;
  /** The service's public address, without a slash at the end. */
  readonly url: string;
  readonly keys: KeyRing;
  readonly revocations: Revocations;
  readonly hashing: Queue;
  readonly tokenLifetimeMs: number;
  readonly authenticator: Authenticator<OwnToken>;
}
