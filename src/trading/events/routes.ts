import { invalid, Problem } from '../../kernel/index.ts';
import type { EventDefinition } from '../../platform/events/index.ts';
import { endpoint, EVENT_STREAM_HEADERS, type Endpoint } from '../../platform/http/index.ts';
import type { EventFeed } from './feed.ts';
import { Events, eventSchemas } from './schema.ts';

export function eventEndpoints(feed: EventFeed, events: readonly EventDefinition[]): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/events/stream',
      operation: 'streamEvents',
      tag: 'Events',
      summary: 'Stream what happens',
      description: [
        'Server-sent events with the types and bodies of webhooks: those whose payload the caller has the scope to read, which must be one at least. It begins with the next event.',
        'A client that reconnects with `Last-Event-ID` gets what it has missed, without a loss or a repeat, within 24 hours. Where that is no longer possible, the stream begins with `gap`: read the lists again.',
        'A comment is sent every 15 seconds. The stream ends when its token expires or is revoked, after 15 minutes at the latest, and for a reader that takes nothing for a minute: connect again.',
      ].join(' '),
      scope: 'any token',
      headers: {
        'last-event-id': { description: 'The `id` of the last event received.', example: '48213' },
      },
      answers: {
        200: {
          description: 'The events.',
          schema: Events,
          contentType: 'text/event-stream',
          events: eventSchemas(events),
        },
      },
      errors: ['forbidden', 'unavailable'],
      handle: async ({ actor }, { headers }) => {
        const types = events.filter(({ scope }) => actor.scopes.has(scope)).map(({ type }) => type);
        if (types.length === 0) {
          const scopes = [...new Set(events.map(({ scope }) => scope))].join(' or ');
          throw new Problem('forbidden', `The credential needs the scope ${scopes}.`);
        }
        const after = readPosition(headers['last-event-id']);
        const body = await feed.join({ tenant: actor.tenant, types, after });
        return { status: 200, headers: EVENT_STREAM_HEADERS, body };
      },
    }),
  ];
}

function readPosition(header: string | undefined): string | undefined {
  if (header === undefined || /^\d{1,18}$/.test(header)) return header;
  throw invalid({ 'Last-Event-ID': ['must be the id of an event of this stream'] });
}
