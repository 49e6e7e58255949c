import {
  byKey,
  byNumber,
  Resource,
  type KeyPosition,
  type List,
  type NumberedList,
  type Query,
} from '../api/index.ts';
import type {
  AccessPage,
  AccessProposal,
  Client,
  ClientSecret,
  Invited,
  NewPerson,
  ListedPerson,
  Person,
  RolesChange,
  Session,
  WaitingChange,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** The people who may sign in. */
export class People extends Resource<SharedApi> {
  list(options?: RequestOptions): List<ListedPerson, ListedPerson[], KeyPosition> {
    return byKey(
      ({ after }) => this.api.call('listPeople', { query: { after } }, options),
      ({ login }) => login,
    );
  }

  /**
   * Invites a person. If that gives a power, it waits for a second admin, who confirms the `proposal`.
   * @example const { link } = await trading.people.invite({ login: 'ada@example.com', roles: ['trading:viewer'] })
   */
  invite(person: NewPerson, options?: RequestOptions): Promise<Invited | WaitingChange> {
    return this.api.call('invitePerson', { body: person }, options);
  }

  update(login: string, change: RolesChange, options?: ChangeOptions): Promise<Person | WaitingChange> {
    return this.api.call('changeRoles', { path: { login }, body: change }, options);
  }

  revoke(login: string, options?: RequestOptions): Promise<void> {
    return this.api.call('revokePerson', { path: { login } }, options);
  }

  /** Invites the person again, who has lost their password or second factor. */
  reset(login: string, options?: RequestOptions): Promise<Invited | WaitingChange> {
    return this.api.call('resetPerson', { path: { login } }, options);
  }

  sessions(login: string, options?: RequestOptions): Promise<Session[]> {
    return this.api.call('listSessionsOf', { path: { login } }, options);
  }

  endSessions(login: string, options?: RequestOptions): Promise<void> {
    return this.api.call('endSessionsOf', { path: { login } }, options);
  }
}

/** Changes of who may do what, which wait for a second admin. */
export class Access extends Resource<SharedApi> {
  list(
    filter: Omit<Query<operations['listAccessProposals']>, 'pageNumber'> = {},
    options?: RequestOptions,
  ): NumberedList<AccessPage> {
    return byNumber(
      filter,
      (query) => this.api.call('listAccessProposals', { query }, options),
      ({ id }) => id,
    );
  }

  /** Makes the change that another admin proposed. */
  confirm(id: string, options?: RequestOptions): Promise<AccessProposal> {
    return this.api.call('confirmAccess', { path: { id } }, options);
  }

  /** Ends an own proposal. */
  withdraw(id: string, options?: RequestOptions): Promise<AccessProposal> {
    return this.api.call('withdrawAccess', { path: { id } }, options);
  }

  /** Ends a proposal of another admin. */
  refuse(id: string, options?: RequestOptions): Promise<AccessProposal> {
    return this.api.call('refuseAccess', { path: { id } }, options);
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
  create(
    client: { name: string; scopes: Scope[] },
    options?: RequestOptions,
  ): Promise<ClientSecret | WaitingChange> {
    return this.api.call('createClient', { body: client as never }, options);
  }

  update(
    name: string,
    change: { scopes: Scope[] },
    options?: ChangeOptions,
  ): Promise<Client | WaitingChange> {
    return this.api.call('changeClient', { path: { name }, body: change as never }, options);
  }

  revoke(name: string, options?: RequestOptions): Promise<void> {
    return this.api.call('revokeClient', { path: { name } }, options);
  }

  /** Replaces the secret. */
  rotate(name: string, options?: RequestOptions): Promise<ClientSecret | WaitingChange> {
    return this.api.call('rotateClient', { path: { name } }, options);
  }
}
