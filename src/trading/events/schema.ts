import { Type, type TSchema } from 'typebox';
import { messageOf, type EventDefinition } from '../../platform/events/index.ts';

export const Events = Type.String({
  examples: [
    'id: 48213\nevent: export.completed\ndata: {"type":"export.completed","timestamp":"2026-01-31T12:05:00.000Z","data":{}}\n\n',
  ],
});

/** The data of each event of the stream, by its name. */
export const eventSchemas = (events: readonly EventDefinition[]): Record<string, TSchema> => ({
  ...Object.fromEntries(events.map((event) => [event.type, messageOf(event)])),
  gap: Type.Object({}, { examples: [{}], description: 'Events were missed that are no longer kept.' }),
});
