import { Problem } from '../../kernel/index.ts';

/**
 * All that SQL for this engine may use beyond what it shares with PostgreSQL: another engine takes the same statements
 * once it has functions of these names.
 *
 * - `div(a, b)`: the whole part of a quotient of integers, which PostgreSQL has of its own.
 * - `wide(a)`: an integer in a type that holds at least 38 digits.
 * - `unless_too_wide(a)`: the value of an expression, or -1 where it needs more digits than such a type has.
 * - `refuse(why)`: fails with a message that ends in `refused: ` and the reason.
 * - `dice(seed, purpose, number, below)`: an integer from 0 to below a limit that looks random, and is the same
 *   for the same seed, purpose and number.
 */
export const CREATE_FUNCTIONS = `
  create or replace macro div(a, b) as a // b;
  create or replace macro wide(a) as a::hugeint;
  create or replace macro unless_too_wide(a) as coalesce(try(a), -1);
  create or replace macro refuse(why) as error('refused: ' || why);
  create or replace macro dice(seed, purpose, number, below) as
    (hash(seed, purpose, number) % (below)::ubigint)::bigint`;

/** What a statement has refused, as a problem of whoever sent it; every other error as it is. */
export function tellRefusal(error: unknown): never {
  const [, sentence] = /refused: (.*)/.exec((error as Error).message) ?? [];
  throw sentence === undefined ? error : new Problem('unprocessable', sentence, { cause: error });
}

/** The value that did not fit into the type it was cast to, where a statement failed for that reason. */
export function valueOutOfRange(error: unknown): string | undefined {
  return /value "?(-?[0-9.]+)"? .*out of range/i.exec((error as Error).message)?.[1];
}
