import type { Config } from '../../config/index.ts';
import { openAuth, type Auth, type AuthOptions } from '../../platform/auth/index.ts';

/** Who may do what, as configured. */
export function openServiceAuth(
  { auth }: Config,
  resources: Pick<AuthOptions, 'database' | 'secrets' | 'clock' | 'logger'>,
): Promise<Auth> {
  const { issuer, audience, clientId, clientSecret, tokenLifetimeSeconds, countsAsHours } = auth;
  return openAuth({
    ...resources,
    tokenLifetimeMs: tokenLifetimeSeconds * 1000,
    countsForMs: countsAsHours * 3_600_000,
    externalIssuer: issuer === '' ? undefined : { issuer, audience },
    openIdClient: clientId === '' ? undefined : { clientId, clientSecret },
  });
}
