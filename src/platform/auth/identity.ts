import type { Attempts } from './attempts/index.ts';
import type { Site } from './factors/index.ts';
import type { Revocations } from './revocations/index.ts';
import type { ServiceName } from './scopes.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions/index.ts';

/** Whether there is a partner with this uid. */
export type IsPartner = (uid: string) => Promise<boolean>;

/** The dependencies of the sign-in of people at one service. */
export interface Identity {
  readonly service: ServiceName;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly revocations: Revocations;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  /** Where people sign in at an OpenID provider; without one, they are sent an invitation. */
  readonly openIdSignIn?: string | undefined;
  readonly isPartner?: IsPartner | undefined;
  /** How long an account counts as the admin who created, reset or rotated it. */
  readonly countsForMs: number;
}
