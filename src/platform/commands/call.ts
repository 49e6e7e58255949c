import { canonicalJson, newId, sha256, type Context, type Json } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Command, Facts, Gathered } from './command.ts';

/** One use of a command. */
export interface Call<Input, State, Change, Result> {
  readonly context: Context<Db>;
  readonly command: Command<Input, State, Change, Result> | Gathered<Input, State, Change, Result>;
  readonly input: Input;
  readonly facts: Facts;
  /** The idempotency key, when this call has one. */
  readonly claim: { readonly key: string; readonly inputHash: Buffer } | undefined;
}

export function toCall<Input, State, Change, Result>(
  context: Context<Db>,
  command: Call<Input, State, Change, Result>['command'],
  input: Input,
): Call<Input, State, Change, Result> {
  const now = context.clock.now();
  const key = command.idempotency?.key(input);
  return {
    context,
    command,
    input,
    facts: { actor: context.actor, now, id: newId(now), newId: () => newId(now) },
    claim: key === undefined ? undefined : { key, inputHash: hashOf(input) },
  };
}

/** The same for the same content, however it is written. */
function hashOf(input: unknown): Buffer {
  return sha256(canonicalJson(input as Json));
}
