import { Type } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { ENTITY_TAG } from '../http/index.ts';
import { DELIVERY_STATES, HISTORY_UNITS } from './deliveries/index.ts';
import { cursorPageOf, cursorQuery } from '../lists/index.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();

const id = Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] });
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const timeOrNull = (description: string) =>
  Type.Union([Type.String(), NULL], { description, examples: ['2026-01-31T12:05:00.000Z'] });
const url = plainText(2048, {
  description: 'The URL that receives events by POST. It must have a public address.',
  examples: ['https://desk.example.com/quaestor'],
});
const count = (example: number) => Type.Integer({ examples: [example] });

export const DestinationId = Type.Object({ id });
export const MessageId = Type.Object({ id, messageId: id });

/** The schemas that name event types. */
export function destinationSchemas(types: readonly string[]) {
  const events = Type.Array(Type.Enum([...types]), {
    minItems: 1,
    maxItems: types.length,
    description: 'The types of events to send.',
    examples: [types.slice(0, 2)],
  });
  const members = {
    id,
    url,
    events,
    paused: Type.Boolean({ description: 'Whether its events wait.', examples: [false] }),
    createdAt: time,
    previousSecretUntil: timeOrNull('The previous secret also signs messages until this time.'),
    etag: ENTITY_TAG,
  };
  const secret = Type.String({
    description: 'The key that signs messages. It is shown only once.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  });
  const WebhookDestination = Type.Object(members, { title: 'WebhookDestination' });
  return {
    CreateWebhookDestination: Type.Object({ url, events }, { title: 'CreateWebhookDestination', ...closed }),
    ChangeWebhookDestination: Type.Object(
      {
        url: Type.Optional(url),
        events: Type.Optional(events),
        paused: Type.Optional(
          Type.Boolean({
            description: 'True: events wait, for at most 30 days. False: what waits is sent.',
            examples: [true],
          }),
        ),
      },
      { title: 'ChangeWebhookDestination', minProperties: 1, ...closed },
    ),
    WebhookDestination,
    WebhookDestinations: Type.Array(WebhookDestination, { title: 'WebhookDestinations' }),
    WebhookDestinationWithSecret: Type.Object(
      { ...members, secret },
      { title: 'WebhookDestinationWithSecret' },
    ),
  };
}

export const DeliveryQuery = Type.Object(
  {
    state: Type.Optional(
      Type.Enum([...DELIVERY_STATES], { description: 'Only this state.', examples: ['PARKED'] }),
    ),
    type: Type.Optional(
      plainText(128, { description: 'Only events of this type.', examples: ['withdrawal.created'] }),
    ),
    ...cursorQuery,
  },
  closed,
);

export const WebhookDelivery = Type.Object(
  {
    messageId: id,
    type: Type.String({ examples: ['withdrawal.created'] }),
    resource: Type.String({
      description: 'The resource of the event.',
      examples: ['withdrawal:0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'],
    }),
    state: Type.Enum([...DELIVERY_STATES], {
      description: 'PARKED: not received after 100 attempts, and not sent again unless retried by request.',
      examples: ['DELIVERED'],
    }),
    attempts: count(1),
    nextAttemptAt: timeOrNull(
      'Null while an earlier event of its resource is pending, and once delivered or parked.',
    ),
    lastAttemptAt: timeOrNull('The time of the last attempt.'),
    lastStatus: Type.Union([Type.Integer(), NULL], {
      description: 'The status of the response.',
      examples: [200],
    }),
    lastError: Type.Union([Type.String(), NULL], {
      description: 'Why the attempt failed.',
      examples: [null],
    }),
    createdAt: time,
  },
  { title: 'WebhookDelivery' },
);

export const WebhookDeliveryDetail = Type.Object(
  {
    ...WebhookDelivery.properties,
    request: Type.Object(
      { body: Type.String({ examples: ['{"type":"withdrawal.created","timestamp":"…","data":{}}'] }) },
      { description: 'What is sent, without its signature.' },
    ),
    response: Type.Union(
      [
        Type.Object({
          status: Type.Integer({ examples: [200] }),
          body: Type.String({ description: 'Its first 4,096 bytes.', examples: ['OK'] }),
        }),
        NULL,
      ],
      { description: 'The answer to the last attempt; null without one.' },
    ),
  },
  { title: 'WebhookDeliveryDetail' },
);

export const WebhookDeliveryPage = cursorPageOf(WebhookDelivery, 'WebhookDeliveryPage');

export const HistoryQuery = Type.Object(
  {
    by: Type.Optional(
      Type.Enum([...HISTORY_UNITS], {
        default: 'day',
        description: '`hour`: the last 48 hours. `day`: the last 30 days.',
        examples: ['day'],
      }),
    ),
  },
  closed,
);

const WebhookHistorySlot = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'When the hour or the day begins, in UTC.',
      examples: ['2026-01-31T00:00:00.000Z'],
    }),
    delivered: Type.Integer({ description: 'Deliveries that were received.', examples: [118] }),
    pending: Type.Integer({ description: 'Deliveries that wait for an attempt.', examples: [2] }),
    parked: Type.Integer({ description: 'Deliveries that were given up.', examples: [1] }),
    failedAttempts: Type.Integer({
      description: 'Attempts that failed. What is sent again after it was settled is counted anew.',
      examples: [104],
    }),
  },
  { title: 'WebhookHistorySlot' },
);

export const WebhookHistory = Type.Array(WebhookHistorySlot, { title: 'WebhookHistory' });

export const WebhookTest = Type.Object(
  {
    delivered: Type.Boolean({ examples: [true] }),
    status: Type.Union([Type.Integer(), NULL], {
      description: 'The status of the response.',
      examples: [200],
    }),
    error: Type.Union([Type.String(), NULL], {
      description: 'Why the attempt failed.',
      examples: [null],
    }),
  },
  { title: 'WebhookTest' },
);
