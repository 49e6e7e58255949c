import { Resource } from '../api/index.ts';
import type {
  Acceptance,
  Confirmation,
  Invitation,
  PasskeyOptions,
  ProofOptions,
  Session,
  SignInByPasskey,
  SignInByPassword,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** The sessions of the person in browsers. */
export class Sessions extends Resource<SharedApi> {
  /**
   * Signs in with a password.
   * @example await trading.sessions.signIn({ login: 'ada@example.com', password })
   */
  signIn(person: SignInByPassword, options?: RequestOptions): Promise<void> {
    return this.api.call('signInByPassword', { body: person }, options);
  }

  /** Returns the options for `navigator.credentials.get`. */
  beginPasskey(options?: RequestOptions): Promise<PasskeyOptions> {
    return this.api.call('beginPasskeySignIn', {}, options);
  }

  /** Signs in with a passkey. */
  signInByPasskey(passkey: SignInByPasskey, options?: RequestOptions): Promise<void> {
    return this.api.call('signInByPasskey', { body: passkey }, options);
  }

  /** Ends this session. */
  signOut(options?: RequestOptions): Promise<void> {
    return this.api.call('signOut', {}, options);
  }

  list(options?: RequestOptions): Promise<Session[]> {
    return this.api.call('listSessions', {}, options);
  }

  end(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('endSession', { path: { id } }, options);
  }

  /** Ends all sessions but this one. */
  endOthers(options?: RequestOptions): Promise<void> {
    return this.api.call('endOtherSessions', {}, options);
  }
}

/** Invitations, for the people who were invited. */
export class Invitations extends Resource<SharedApi> {
  show(token: string, options?: RequestOptions): Promise<Invitation> {
    return this.api.call('showInvitation', { body: { token } }, options);
  }

  /** Returns the options for `navigator.credentials.create`. */
  beginPasskey(token: string, options?: RequestOptions): Promise<PasskeyOptions> {
    return this.api.call('beginInvitedPasskey', { body: { token } }, options);
  }

  /** Accepts with a password or a passkey, and signs in. */
  accept(acceptance: Acceptance, options?: RequestOptions): Promise<void> {
    return this.api.call('acceptInvitation', { body: acceptance }, options);
  }
}

/** Steps that wait for a second factor. The option `confirm` of the client does this by itself. */
export class Proofs extends Resource<SharedApi> {
  get(id: string, options?: RequestOptions): Promise<ProofOptions> {
    return this.api.call('showProof', { path: { id } }, options);
  }

  confirm(id: string, confirmation: Confirmation, options?: RequestOptions): Promise<void> {
    return this.api.call('confirmProof', { path: { id }, body: confirmation }, options);
  }
}
