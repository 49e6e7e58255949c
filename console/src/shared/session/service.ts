import type { Client, ClientSecret, Trading, WaitingChange } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** Programs of a service, whichever scopes it has. */
interface Clients extends Pick<Trading['clients'], 'list' | 'revoke' | 'rotate'> {
  create(client: { name: string; scopes: string[] }): Promise<ClientSecret | WaitingChange>;
  update(name: string, change: { scopes: string[] }): Promise<Client | WaitingChange>;
}

/** What both services offer to people who sign in, and to admins. */
export interface Service extends Pick<
  Trading,
  'access' | 'account' | 'invitations' | 'notices' | 'people' | 'sessions'
> {
  readonly clients: Clients;
}

const ServiceContext = createContext<Service | undefined>(undefined);

export const ServiceProvider = ServiceContext.Provider;

export function useService(): Service {
  const service = use(ServiceContext);
  if (service === undefined) throw new Error('There is no ServiceProvider above this component.');
  return service;
}

export const accountQuery = (service: Service) =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => service.account.get({ signal }),
    staleTime: 30_000,
  });
