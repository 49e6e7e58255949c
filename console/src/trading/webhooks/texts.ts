import type { CreateWebhookDestination, WebhookDelivery } from '@quaestor/sdk';
import { formatTime, plural } from '../../shared/text/index.ts';

type EventType = CreateWebhookDestination['events'][number];

const events: Readonly<Record<EventType, string>> = {
  'withdrawal.created': 'A withdrawal was requested',
  'withdrawal.state-changed': 'A withdrawal changed its status',
  'withdrawal.vote-required': 'A withdrawal waits for votes',
  'deposit.seen': 'A deposit was seen at a venue',
  'deposit.credited': 'A deposit was credited',
  'deposit.needs-information': 'A venue asks for information about a deposit',
  'deposit.rejected': 'A venue rejected a deposit',
  'deposit.taken-back': 'A venue took back a deposit that it had credited',
  'transfer.matched': 'A transfer has arrived',
  'transfer.needs-person': 'A transfer has not arrived as expected',
  'conversion.created': 'A conversion was requested',
  'conversion.state-changed': 'A conversion changed its status',
  'export.completed': 'The file of an export is ready',
  'export.failed': 'An export failed',
};

const states: Readonly<Record<WebhookDelivery['state'], string>> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  PARKED: 'Parked',
};

export const texts = {
  list: {
    title: 'Webhooks',
    description: 'Signed messages to your own systems, at least once and in order.',
    create: 'New webhook',
    empty: {
      title: 'No webhook yet',
      text: 'A webhook sends each event to a URL of yours, signed so that you can check where it comes from. What is not received is sent again.',
    },
  },
  columns: { url: 'URL', state: 'State', events: 'Events', created: 'Created' },
  active: 'Active',
  paused: 'Paused',
  eventCount: (count: number) => plural(count, 'event', 'events'),
  events,
  form: {
    url: 'URL',
    urlHint: 'Receives events by POST. It must have a public address.',
    events: 'Events',
    giveUrl: 'Give an address that begins with https:// or http://.',
    giveEvents: 'Choose at least one event.',
  },
  create: {
    title: 'New webhook',
    description: 'Quaestor signs every message with a secret that only you and it know.',
    submit: 'Create the webhook',
  },
  secret: {
    title: 'The secret is shown only now',
    about: 'Store it where your receiver checks signatures, for example with verifyWebhook of @quaestor/sdk.',
    what: 'the secret',
  },
  detail: {
    title: 'Webhook',
    id: 'the id',
    facts: 'Settings',
    state: 'State',
    events: 'Events',
    created: 'Created',
    previousSecret: 'Previous secret',
    signsUntil: (at: string) => `Also signs until ${formatTime(at)}`,
    save: 'Save',
    pause: 'Pause',
    resume: 'Resume',
    pausedNote: 'Events wait, for at most 30 days. They are sent in order when you resume.',
    test: 'Send a test',
    tested: (status: number | null) => `The test was received and answered ${status ?? ''}.`,
    untested: (error: string) => `The test was not received: ${error}`,
    rotate: {
      label: 'Rotate the secret',
      question: 'Make a new secret? The old one also signs for 24 hours.',
      confirm: 'Rotate',
    },
    remove: {
      label: 'Delete',
      question: 'Delete it? Pending messages are not sent.',
      confirm: 'Delete the webhook',
    },
  },
  deliveries: {
    title: 'Deliveries',
    description: 'Kept for 30 days.',
    filter: 'State of the deliveries',
    all: 'All',
    states,
    none: 'Nothing was sent yet. Events appear here as they happen.',
    ofType: 'Event of the deliveries',
    anyType: 'Any event',
    noneOf: 'No delivery matches.',
    columns: {
      state: 'State',
      type: 'Event',
      resource: 'Of',
      attempts: 'Attempts',
      answer: 'Answer',
      created: 'Created',
    },
    noAnswer: '–',
  },
  delivery: {
    title: 'Delivery',
    message: 'Message',
    messageId: 'the message id',
    next: 'Next attempt',
    last: 'Last attempt',
    error: 'Error',
    sent: 'Sent',
    answered: (status: number) => `Answered ${status}`,
    noAnswer: 'No answer yet',
    emptyBody: 'The body was empty.',
    retry: 'Send it again',
    sentAgain: (type: string) => `${type} is sent again.`,
    parkedNote: 'Not received after 100 attempts. It is not sent again unless you ask for it.',
  },
} as const;
