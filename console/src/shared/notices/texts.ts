export const texts = {
  title: 'Messages',
  about:
    'Messages to people about what waits for them. Each person chooses channels and kinds under Security.',
  noMail:
    'This installation sends no mail yet: set mail.host and mail.from, see docs/notices.md. Chats need no setting.',
  chat: {
    format: 'Chat',
    formats: { slack: 'Slack', telegram: 'Telegram', json: 'Another (JSON)' },
    url: 'Incoming webhook',
    recipient: 'Id of the chat',
    title: (format: string, host: string) => `${format} at ${host}`,
    disabled: (since: string, error: string) => `Not used since ${since}: ${error}`,
    failing: (since: string, error: string) => `Takes no messages since ${since}: ${error}`,
    unused: 'No message yet.',
    used: (at: string) => `Took a message ${at}`,
  },
  /** Those that the server describes in another language than this one. */
  kinds: {} as Readonly<Record<string, string>>,
  rooms: {
    title: 'Rooms',
    about: 'Chats that several people read. A room gets a message once, as long as it concerns anybody.',
    none: 'No room yet.',
    add: 'Add a room',
    name: 'Name',
    detail: 'Messages say',
    details: {
      bare: 'only that there is something',
      short: 'what it is about',
      full: 'amounts and names too',
    },
    language: 'Language',
    languages: { en: 'English', de: 'German' },
    kinds: 'It gets',
    create: 'Add the room',
    cancel: 'Cancel',
    target: (chat: string, detail: string) => `${chat}; messages say ${detail}.`,
    added: (name: string) => `The room ${name} gets messages now.`,
    remove: 'Remove',
    askRemove: 'It gets nothing any more, and its URL is forgotten. Remove it?',
    confirmRemove: 'Remove the room',
    removed: (name: string) => `The room ${name} is removed.`,
  },
  compulsory: { title: 'Compulsory', about: 'What nobody can switch off.' },
  deliveries: {
    title: 'Deliveries',
    description:
      'What became of each message, newest first. They are kept for 30 days; the last 200 are shown.',
    none: 'No message yet.',
    kinds: {
      'person.invitation': 'An invitation.',
      'address.confirm': 'A link to confirm an address.',
      'view.due': 'A saved view.',
    } as Readonly<Record<string, string>>,
    channels: { EMAIL: 'E-mail', REPORT_EMAIL: 'E-mail', CHAT: 'Chat', PUSH: 'Browser' } as Readonly<
      Record<string, string>
    >,
    columns: {
      person: 'To',
      kind: 'About',
      channel: 'Channel',
      state: 'State',
      outcome: 'Answer',
      created: 'Created',
    },
    states: {
      WAITING: 'Waits',
      TAKEN: 'Being prepared',
      OFFERED: 'Being sent',
      SENT: 'Sent',
      FAILED: 'Failed',
      UNKNOWN: 'May have arrived',
      DROPPED: 'Not needed any more',
    },
  },
};
