import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Command } from './command.ts';

export interface Outcome<Result> {
  readonly result: Result;
  /** True when the idempotency key was known: nothing was written, and the result is the first call's subject. */
  readonly replayed: boolean;
}

export interface RunOptions {
  /** Goes the whole way, constraints included, and rolls back. */
  readonly dryRun?: boolean;
}

export async function run<Input, State, Change, Result>(
  _context: Context<Db>,
  _command: Command<Input, State, Change, Result>,
  _input: Input,
  _options: RunOptions = {},
): Promise<Outcome<Result>> {
  throw new Error('Not built yet');
}
