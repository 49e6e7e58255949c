import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Mit dem zweiten Faktor bestätigen',
  close: 'Schließen',
  loading: 'Wird geladen',
  or: 'oder',
  byPasskey: 'Mit einem Passkey bestätigen',
  code: 'Code Ihrer Authenticator-App',
  confirm: 'Bestätigen',
  addFactor: 'Passkey oder Authenticator-App hinzufügen',
  repeat: 'Wiederholen Sie dann den Schritt.',
  passkeyExists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  passkeyUnused: 'Der Passkey wurde nicht benutzt: Der Dialog wurde geschlossen, oder es dauerte zu lange.',
  passkeyOf: (system) => `Passkey von ${system}`,
  device: 'Gerät',
};
