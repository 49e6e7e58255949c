import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { texts } from './texts.ts';

type PasskeyResponse = { id: string } & Record<string, unknown>;

/** Options come from the server as the WebAuthn standard writes them, so their type is not the SDK's. */
export async function askPasskey(publicKey: object): Promise<PasskeyResponse> {
  try {
    return {
      ...(await startAuthentication({ optionsJSON: publicKey as PublicKeyCredentialRequestOptionsJSON })),
    };
  } catch (error) {
    throw explain(error);
  }
}

export async function makePasskey(publicKey: object): Promise<PasskeyResponse> {
  try {
    return {
      ...(await startRegistration({ optionsJSON: publicKey as PublicKeyCredentialCreationOptionsJSON })),
    };
  } catch (error) {
    throw explain(error);
  }
}

/** The name that a list of passkeys shows for the one of this device. */
export const deviceName = (): string => texts.passkeyOf(systemOf(navigator.userAgent) ?? texts.device);

/** The kind of device or system that a browser says it runs on. */
export const systemOf = (userAgent: string): string | undefined =>
  /Windows|Macintosh|iPhone|iPad|Android|CrOS|Linux/.exec(userAgent)?.[0].replace('Macintosh', 'Mac');

/** The person closed the dialog of the passkey, or let it pass: no error of anything. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}

function explain(error: unknown): unknown {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return new Error(texts.passkeyExists);
  }
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
    return new PasskeyUnused(texts.passkeyUnused);
  }
  return error;
}
