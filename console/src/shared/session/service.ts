import type {
  ChangeOptions,
  Client,
  ClientSecret,
  RequestOptions,
  Trading,
  WaitingChange,
  WebhookDestination,
} from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** Programs of a service, whichever scopes it has. */
interface Clients extends Pick<Trading['clients'], 'list' | 'revoke' | 'rotate'> {
  create(client: { name: string; scopes: string[] }): Promise<ClientSecret | WaitingChange>;
  update(
    name: string,
    change: { scopes: string[] },
    options?: ChangeOptions,
  ): Promise<Client | WaitingChange>;
}

/** A destination of a service, whichever events it has. */
export type Webhook = Omit<WebhookDestination, 'events'> & { readonly events: string[] };

interface Webhooks extends Pick<Trading['webhooks'], 'deliveries' | 'history' | 'remove' | 'test'> {
  create(destination: { url: string; events: string[] }): Promise<Webhook & { readonly secret: string }>;
  list(options?: RequestOptions): Promise<Webhook[]>;
  get(id: string, options?: RequestOptions): Promise<Webhook>;
  update(
    id: string,
    change: { url?: string; events?: string[]; paused?: boolean },
    options?: ChangeOptions,
  ): Promise<Webhook>;
  rotate(id: string): Promise<Webhook & { readonly secret: string }>;
}

/** What both services offer to people who sign in, and to admins. */
export interface Service extends Pick<
  Trading,
  'access' | 'account' | 'invitations' | 'notices' | 'people' | 'sessions'
> {
  readonly clients: Clients;
  readonly webhooks: Webhooks;
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
