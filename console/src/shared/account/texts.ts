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
    renewCodes: {
      label: 'New recovery codes',
      question: 'The codes that you have now end at once.',
      confirm: 'Make new codes',
    },
    codes: 'Recovery codes',
    aboutCodes:
      'Each lets you in once if your app is lost. They are not shown again, so keep them in a safe place. All codes that you had before have ended.',
    copiedCodes: 'the recovery codes',
  },
  display: {
    title: 'Language and time zone',
    about:
      'Of the console, in every browser. Files and the API always have times of UTC and a decimal point.',
    language: 'Language',
    ofBrowser: 'As the browser asks for it',
    languages: { en: 'English', de: 'Deutsch' },
    zone: 'Time zone',
    zoneOfBrowser: (zone: string) => `${zone}, as this browser`,
    noZone: 'No time zone has this name.',
    save: 'Save language and time zone',
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
  notices: {
    title: 'Messages',
    about: 'Messages about what waits for you. A message never decides anything: it leads here.',
    noMail:
      'This installation sends no mail yet. An administrator sets mail.host and mail.from; see docs/notices.md.',
    address: 'E-mail address',
    sendLink: 'Send a link to it',
    state: (email: {
      confirmedAt: string | null;
      disabledAt: string | null;
      disabledBecause: string | null;
    }) => {
      if (email.disabledAt !== null)
        return `Not used since ${formatTime(email.disabledAt)}: ${email.disabledBecause ?? ''}`;
      return email.confirmedAt === null
        ? 'Open the link that was sent to it. Nothing else is sent before.'
        : `Confirmed ${formatTime(email.confirmedAt)}`;
    },
    chat: {
      save: 'Use this chat',
      about: 'Who has this URL can write to the chat: it is kept encrypted and never shown again.',
    },
    devices: {
      add: 'Get messages in this browser',
      about:
        'They arrive while the console is closed, too, until you sign out here. Install the console to have it among your apps.',
      impossible:
        'This browser takes no messages. On an iPhone or iPad, add the console to the home screen first and open it there.',
      refused: 'The browser does not permit messages of this site. Permit them in its settings.',
      this: (name: string) => `${name} (this browser)`,
      state: (device: {
        lastSentAt: string | null;
        failingSince: string | null;
        lastError: string | null;
      }) => {
        if (device.failingSince !== null)
          return `Takes no messages since ${formatTime(device.failingSince)}: ${device.lastError ?? ''}`;
        return device.lastSentAt === null
          ? 'No message yet.'
          : `Took a message ${formatTime(device.lastSentAt)}`;
      },
    },
    compulsory: 'An administrator has decided that everybody gets it.',
    quietFrom: (timeZone: string) => `Quiet from (${timeZone})`,
    quietUntil: (timeZone: string) => `Quiet until (${timeZone})`,
    saveQuiet: 'Save the quiet hours',
    quietAbout:
      'What comes in quiet hours is sent when they end. The times are those of your time zone, which you choose above. Leave both empty for none.',
    quietElsewhere: (kept: { from: string; until: string; timeZone: string }, timeZone: string) =>
      `They were saved as ${kept.from} to ${kept.until} in ${kept.timeZone}, and stay so until you save the times of ${timeZone}.`,
    confirmTitle: 'Confirm your address',
    confirmAbout: 'You get messages there once you have confirmed it.',
    confirm: 'Confirm the address',
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
