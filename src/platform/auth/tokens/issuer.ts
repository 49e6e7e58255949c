import type { Attempts } from '../attempts/index.ts';
import type { KeyRing } from '../keys/index.ts';
import type { Revocations } from '../revocations/index.ts';
import type { ServiceName } from '../scopes.ts';
import type { Secrets } from '../secrets.ts';
import type { Authenticator } from './authenticate.ts';
import type { OwnToken } from './verify.ts';

/** The dependencies of a service that issues its own tokens. */
export interface Issuer {
  readonly service: ServiceName;
  /** The public address of the service, without a trailing slash. */
  readonly url: string;
  readonly keys: KeyRing;
  readonly revocations: Revocations;
  readonly attempts: Attempts;
  readonly secrets: Secrets;
  readonly tokenLifetimeMs: number;
  readonly authenticator: Authenticator<OwnToken>;
}
