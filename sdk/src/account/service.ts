import { Api, Resource, type Answer } from '../api/index.ts';
import type {
  Health,
  KeySet,
  ProblemExplanation,
  Readiness,
  RevokeForm,
  ServerMetadata,
  TokenAnswer,
  TokenForm,
} from '../generated/models.ts';
import { shared } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions, Transport } from '../transport/index.ts';
import { Account } from './account.ts';
import type { SharedApi } from './api.ts';
import { Notices } from './notices.ts';
import { Access, Clients, People } from './people.ts';
import { Invitations, Proofs, Sessions } from './sessions.ts';
import { Webhooks } from './webhooks.ts';

/** What both services offer. */
export abstract class Service<Scope extends string, Event extends string> {
  readonly account: Account;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly proofs: Proofs;
  readonly people: People;
  readonly clients: Clients<Scope>;
  readonly access: Access;
  readonly webhooks: Webhooks<Event>;
  readonly notices: Notices;
  readonly oauth: OAuth;
  readonly system: System;

  constructor(transport: Transport) {
    const api: SharedApi = new Api(transport, shared);
    this.account = new Account(api);
    this.sessions = new Sessions(api);
    this.invitations = new Invitations(api);
    this.proofs = new Proofs(api);
    this.people = new People(api);
    this.clients = new Clients(api);
    this.access = new Access(api);
    this.webhooks = new Webhooks(api);
    this.notices = new Notices(api);
    this.oauth = new OAuth(api);
    this.system = new System(api);
  }
}

/** Tokens by hand. `clientCredentials` does this by itself. */
export class OAuth extends Resource<SharedApi> {
  token(form: TokenForm, options?: RequestOptions): Promise<TokenAnswer> {
    return this.api.call('getToken', { body: toForm(form) }, options);
  }

  revoke(form: RevokeForm, options?: RequestOptions): Promise<void> {
    return this.api.call('revokeToken', { body: toForm(form) }, options);
  }

  /** Gets the keys that tokens are signed with. */
  keys(options?: RequestOptions): Promise<KeySet> {
    return this.api.call('getKeys', {}, options);
  }

  metadata(options?: RequestOptions): Promise<ServerMetadata> {
    return this.api.call('getAuthorizationServer', {}, options);
  }
}

/** The service itself. */
export class System extends Resource<SharedApi> {
  health(options?: RequestOptions): Promise<Health> {
    return this.api.call('getHealth', {}, options);
  }

  readiness(options?: RequestOptions): Promise<Readiness> {
    return this.api.call('getReadiness', {}, options);
  }

  openApi(options?: RequestOptions): Promise<Answer<operations['getOpenApi']>> {
    return this.api.call('getOpenApi', {}, options);
  }

  /** Explains a problem code. */
  problem(code: string, options?: RequestOptions): Promise<ProblemExplanation> {
    return this.api.call('explainProblem', { path: { code } }, options);
  }
}

const toForm = (form: object): never => new URLSearchParams(form as Record<string, string>) as never;
