import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export interface Route<Context> {
  readonly accepts: (input: unknown) => boolean;
  /** Call it only with accepted input. */
  readonly handle: (context: Context, input: unknown) => object | Promise<object>;
}

export function route<Context, S extends TSchema>(
  schema: S,
  handle: (context: Context, input: Static<S>) => object | Promise<object>,
): Route<Context> {
  const validator = Compile(schema);
  return {
    accepts: (input) => validator.Check(input),
    handle: (context, input) => handle(context, input as Static<S>),
  };
}
