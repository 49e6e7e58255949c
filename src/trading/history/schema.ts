import { Type } from 'typebox';

interface Examples {
  readonly actor: { readonly kind: string; readonly id: string };
  readonly action: string;
  readonly status: string;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const orNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

/** Who did what about something, as a list of entries with the title `<noun>Event`. */
export const historyOf = (noun: string, { actor, action, status, reason, details }: Examples) =>
  Type.Array(
    Type.Object(
      {
        at: Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] }),
        actor: Type.Object(
          {
            kind: Type.String({ examples: [actor.kind] }),
            id: Type.String({ examples: [actor.id] }),
          },
          { description: 'The actor.' },
        ),
        action: Type.String({ description: 'The action.', examples: [action] }),
        status: orNull('The status after it.', status),
        reason: orNull('Why, or what it waits for.', reason),
        details: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'All recorded details.',
          examples: [details],
        }),
      },
      { title: `${noun}Event` },
    ),
    { title: `${noun}Events` },
  );
