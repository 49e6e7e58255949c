import type { Static, TSchema } from 'typebox';
import type { Json } from '../../kernel/index.ts';

/** A type of event that webhook destinations can subscribe to. */
export interface EventDefinition<Type extends string = string, Payload extends TSchema = TSchema> {
  /** `withdrawal.created` */
  readonly type: Type;
  /** When it is sent, as a sentence. */
  readonly summary: string;
  /** The scope needed to read what the payload contains. */
  readonly scope: `${string}:view`;
  readonly payload: Payload;
}

/** An event: a decision returns it, and the command runner stores it. */
export interface Event {
  readonly definition: EventDefinition;
  readonly payload: { readonly [key: string]: Json | undefined };
}

export function defineEvent<const Type extends string, Payload extends TSchema>(
  definition: EventDefinition<Type, Payload>,
): EventDefinition<Type, Payload> {
  return definition;
}

export function event<Payload extends TSchema>(
  definition: EventDefinition<string, Payload>,
  payload: Static<Payload> & Event['payload'],
): Event {
  return { definition, payload };
}
