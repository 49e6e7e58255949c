import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** One thing that can be asked over HTTP. */
export interface Route<Context> {
  readonly accepts: (input: unknown) => boolean;
  /** To be called only with input that it accepts. */
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
