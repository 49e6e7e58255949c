import { Resource } from '../api/index.ts';
import type {
  Account as AccountState,
  AppCode,
  AppSecret,
  NewPasskey,
  Passkey,
  PasskeyOptions,
  PasswordChange,
  Preferences,
  RecoveryCodes,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** The person who is signed in, and their second factors. */
export class Account extends Resource<SharedApi> {
  readonly passkeys: Passkeys = new Passkeys(this.api);
  readonly app: AuthenticatorApp = new AuthenticatorApp(this.api);

  /** Gets the login, roles, scopes and session of the person. */
  get(options?: RequestOptions): Promise<AccountState> {
    return this.api.call('showAccount', {}, options);
  }

  /** Changes the password; other sessions end. */
  changePassword(change: PasswordChange, options?: RequestOptions): Promise<void> {
    return this.api.call('changePassword', { body: change }, options);
  }

  /** Chooses language and time zone of the console. */
  savePreferences(preferences: Preferences, options?: RequestOptions): Promise<Preferences> {
    return this.api.call('savePreferences', { body: preferences }, options);
  }

  /** Replaces the recovery codes. */
  renewRecoveryCodes(options?: RequestOptions): Promise<RecoveryCodes> {
    return this.api.call('renewRecoveryCodes', {}, options);
  }
}

export class Passkeys extends Resource<SharedApi> {
  list(options?: RequestOptions): Promise<Passkey[]> {
    return this.api.call('listPasskeys', {}, options);
  }

  /** Returns the options for `navigator.credentials.create`. */
  begin(options?: RequestOptions): Promise<PasskeyOptions> {
    return this.api.call('beginPasskey', {}, options);
  }

  /** Adds the passkey that the browser has created. */
  add(passkey: NewPasskey, options?: RequestOptions): Promise<Passkey> {
    return this.api.call('addPasskey', { body: passkey }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removePasskey', { path: { id } }, options);
  }
}

export class AuthenticatorApp extends Resource<SharedApi> {
  /** Returns the secret for the app. */
  begin(options?: RequestOptions): Promise<AppSecret> {
    return this.api.call('beginApp', {}, options);
  }

  /** Turns the app on with its first code. */
  confirm(code: AppCode, options?: RequestOptions): Promise<RecoveryCodes> {
    return this.api.call('confirmApp', { body: code }, options);
  }

  remove(options?: RequestOptions): Promise<void> {
    return this.api.call('removeApp', {}, options);
  }
}
