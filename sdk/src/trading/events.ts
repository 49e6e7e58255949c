import { Resource } from '../api/index.ts';
import { follow, type ServerEvent } from '../events/index.ts';
import type { WebhookEvent } from '../webhook.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { TradingApi } from './api.ts';
import { STREAM } from './market.ts';

export interface EventStreamOptions extends Pick<RequestOptions, 'signal'> {
  /** The `id` of the last event received, to continue after it: within 24 hours nothing is lost. */
  readonly after?: string | undefined;
}

/** An event with its place in the stream, or a gap: events were missed that are no longer kept. */
export type StreamedEvent = (WebhookEvent | { readonly type: 'gap' }) & { readonly id: string };

/** What happens, as it happens. */
export class Events extends Resource<TradingApi> {
  /**
   * Yields events without a loss or a repeat. It connects again by itself; end it with `break` or a signal.
   * @example for await (const event of trading.events.stream()) if (event.type === 'withdrawal.created') console.log(event.data.id)
   */
  stream({ signal, after }: EventStreamOptions = {}): AsyncGenerator<StreamedEvent> {
    return follow({
      signal,
      after,
      read: readEvents,
      connect: (lastId, signal) =>
        this.api.open('streamEvents', {}, { signal, headers: { ...STREAM, 'last-event-id': lastId } }),
    });
  }
}

async function* readEvents(events: AsyncIterable<ServerEvent>): AsyncGenerator<StreamedEvent> {
  for await (const { id = '', event, data } of events) {
    yield event === 'gap' ? { type: event, id } : { ...(JSON.parse(data) as WebhookEvent), id };
  }
}
