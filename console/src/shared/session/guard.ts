import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { isSignedOut } from './client.ts';
import { followPreferences } from './follow-preferences.ts';
import { accountQuery, type Service } from './service.ts';

/** Leads those without a session to the sign-in, and back to where they wanted to go. */
export async function requireSession(client: QueryClient, service: Service, next: string) {
  try {
    const account = await client.ensureQueryData(accountQuery(service));
    followPreferences(account.preferences);
    return account;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    // oxlint-disable-next-line typescript/only-throw-error -- the interface of the router
    throw redirect({ to: '/sign-in', search: { next } });
  }
}
