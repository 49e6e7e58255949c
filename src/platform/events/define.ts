import { Type, type Static, type TSchema } from 'typebox';
import type { Json } from '../../kernel/index.ts';

/** A type of event that webhook destinations can subscribe to. */
export interface EventDefinition<Name extends string = string, Payload extends TSchema = TSchema> {
  /** `withdrawal.created` */
  readonly type: Name;
  /** When it is sent, as a sentence. */
  readonly summary: string;
  /** The scope needed to read what the payload contains. */
  readonly scope: `${string}:view`;
  readonly payload: Payload;
}

/** What destinations and streams receive: the schema of a message with this event. */
export function messageOf({ type, payload }: EventDefinition) {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: Type.String({
      format: 'date-time',
      description: 'The time of the event.',
      examples: ['2026-01-31T12:05:00.000Z'],
    }),
    data: Type.Unsafe({ ...payload, description: 'The data of the event.' }),
  });
}

/** An event: a decision returns it, and the command runner stores it. */
export interface Event {
  readonly definition: EventDefinition;
  readonly payload: { readonly [key: string]: Json | undefined };
}

export function defineEvent<const Name extends string, Payload extends TSchema>(
  definition: EventDefinition<Name, Payload>,
): EventDefinition<Name, Payload> {
  return definition;
}

export function event<Payload extends TSchema>(
  definition: EventDefinition<string, Payload>,
  payload: Static<Payload> & Event['payload'],
): Event {
  return { definition, payload };
}
