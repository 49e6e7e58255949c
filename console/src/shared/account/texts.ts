import { formatList, formatTime, plural } from '../text/index.ts';

export const texts = {
  or: 'or',
  loading: 'Loading',
  showPassword: 'Show the password',
  remove: 'Remove',
  app: {
    title: 'Authenticator app',
    about: 'A code that changes every 30 seconds.',
    none: 'You have none.',
    has: (codes: number) =>
      `An app makes codes for you. ${plural(codes, 'recovery code is', 'recovery codes are')} left.`,
    add: 'Add an app',
    replace: 'Replace the app',
    remove: 'Remove the app',
    confirm: 'Confirm the app',
    code: 'Code that the app shows',
    qrCode: 'QR code for the authenticator app',
    secret: 'the secret',
    renewCodes: 'New recovery codes',
    codes: 'Recovery codes. Each works once; they are not shown again.',
    copiedCodes: 'the recovery codes',
  },
  invitation: {
    welcome: 'Welcome',
    about: (login: string, roles: readonly string[], expiresAt: string) =>
      `You are ${login}${roles.length === 0 ? '' : `: ${formatList(roles)}`}. This invitation works until ${formatTime(expiresAt)}.`,
    invalid: 'This invitation does not work',
    whyInvalid: 'It was used already, or it has expired. Ask your administrator for a new one.',
    signIn: 'Sign in, if you have accepted it before',
    createPasskey: 'Create a passkey',
    whyPasskey:
      'With a passkey you sign in and confirm payments by fingerprint, face or PIN. A forged page cannot steal it.',
    choosePassword: 'Choose a password',
    passwordHint: 'At least 12 characters: several unrelated words are good.',
    byPassword: 'Use a password',
  },
  password: {
    title: 'Password',
    about: 'Changing it ends all your sessions.',
    current: 'Current password',
    showCurrent: 'Show the current password',
    new: 'New password',
    showNew: 'Show the new password',
    change: 'Change the password',
  },
  passkeys: {
    title: 'Passkeys',
    about: 'Sign in and confirm by fingerprint, face or PIN of a device.',
    none: 'You have none yet. Approvals need a passkey or an authenticator app.',
    add: 'Add a passkey',
    history: (createdAt: string, lastUsedAt: string | null) =>
      `Added ${formatTime(createdAt)}, ${lastUsedAt === null ? 'not used yet' : `last used ${formatTime(lastUsedAt)}`}`,
  },
  security: {
    title: 'Security',
    about: 'How you sign in and confirm payments. Changes need a factor you already have.',
  },
  sessions: {
    title: 'Sessions',
    about: 'Where you are signed in.',
    current: 'This session',
    other: (ip: string, method: string) => `${ip}, signed in by ${method}`,
    seen: (browser: string, at: string) => `${browser}. Last seen ${formatTime(at)}`,
    end: 'End',
    endOthers: 'End all others',
  },
  signIn: {
    title: 'Sign in',
    login: 'Login',
    password: 'Password',
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    byPasskey: 'Use a passkey',
    api: 'For programs: the API',
  },
} as const;
