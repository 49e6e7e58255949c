import { byKey, Resource, type KeyPosition, type List } from '../api/index.ts';
import type {
  Client,
  ClientSecret,
  Invited,
  NewPerson,
  Person,
  RolesChange,
  Session,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** The people who may sign in. */
export class People extends Resource<SharedApi> {
  list(options?: RequestOptions): List<Person, Person[], KeyPosition> {
    return byKey(
      ({ after }) => this.api.call('listPeople', { query: { after } }, options),
      ({ login }) => login,
    );
  }

  /** @example const { link } = await trading.people.invite({ login: 'ada@example.com', roles: ['trading:approver'] }) */
  invite(person: NewPerson, options?: RequestOptions): Promise<Invited> {
    return this.api.call('invitePerson', { body: person }, options);
  }

  update(login: string, change: RolesChange, options?: RequestOptions): Promise<Person> {
    return this.api.call('changeRoles', { path: { login }, body: change }, options);
  }

  revoke(login: string, options?: RequestOptions): Promise<void> {
    return this.api.call('revokePerson', { path: { login } }, options);
  }

  /** Invites the person again, who has lost their password or second factor. */
  reset(login: string, options?: RequestOptions): Promise<Invited> {
    return this.api.call('resetPerson', { path: { login } }, options);
  }

  sessions(login: string, options?: RequestOptions): Promise<Session[]> {
    return this.api.call('listSessionsOf', { path: { login } }, options);
  }

  endSessions(login: string, options?: RequestOptions): Promise<void> {
    return this.api.call('endSessionsOf', { path: { login } }, options);
  }
}

/** The programs that have a secret. */
export class Clients<Scope extends string> extends Resource<SharedApi> {
  list(options?: RequestOptions): List<Client, Client[], KeyPosition> {
    return byKey(
      ({ after }) => this.api.call('listClients', { query: { after } }, options),
      ({ name }) => name,
    );
  }

  /** @example const { secret } = await trading.clients.create({ name: 'treasury-bot', scopes: ['venues:view'] }) */
  create(client: { name: string; scopes: Scope[] }, options?: RequestOptions): Promise<ClientSecret> {
    return this.api.call('createClient', { body: client as never }, options);
  }

  update(name: string, change: { scopes: Scope[] }, options?: RequestOptions): Promise<Client> {
    return this.api.call('changeClient', { path: { name }, body: change as never }, options);
  }

  revoke(name: string, options?: RequestOptions): Promise<void> {
    return this.api.call('revokeClient', { path: { name } }, options);
  }

  /** Replaces the secret. */
  rotate(name: string, options?: RequestOptions): Promise<ClientSecret> {
    return this.api.call('rotateClient', { path: { name } }, options);
  }
}
