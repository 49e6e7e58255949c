import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../src/kernel/index.ts';
import { decodeState, encodeState } from './encode.ts';
import type { BookChange } from './engine/book.ts';
import { execute, takeChanges, type Input, type Result, type Verb } from './engine/execute.ts';
import { Refusal } from './engine/refusal.ts';
import { openState } from './engine/open-state.ts';
import type { ExchangeState } from './engine/state.ts';
import type { Terms } from './engine/terms.ts';
import { openJournal } from './journal.ts';

export interface OpenOptions {
  /** Name, seed and terms apply only while the directory is empty; afterwards those stored there do. */
  readonly name: string;
  readonly seed: string;
  readonly terms: Terms;
  readonly directory: string;
  readonly clock: Clock;
}

/** An exchange whose state is on disk: a snapshot, and the commands since. */
export interface Exchange {
  readonly state: ExchangeState;
  /** Executes and records a command; throws a `Refusal` if the rules do not permit it. */
  execute<V extends Verb>(verb: V, input: Input<V>): Result<V>;
  /** Await this before reporting the result of a command. */
  durable(): Promise<void>;
  /** Calls the listener after every command with the changes of the books. */
  onExecuted(listener: (changes: ReadonlyMap<string, BookChange>, at: number) => void): void;
  close(): void;
}

interface Entry {
  /** The value of `state.commands` after it. */
  readonly number: number;
  readonly at: number;
  readonly verb: Verb;
  readonly input: Input<Verb>;
}

const MIN_COMMANDS_PER_SNAPSHOT = 2_000;

/** Loads the state of the directory, or initialises it. Only one process may have it open. */
export function openExchange(options: OpenOptions): Exchange {
  mkdirSync(options.directory, { recursive: true });
  const snapshotPath = join(options.directory, 'snapshot.json');
  const isNew = !existsSync(snapshotPath);
  const state = isNew
    ? openState(options.name, options.seed, options.terms)
    : decodeState(readFileSync(snapshotPath, 'utf8'));
  if (isNew) writeWhole(snapshotPath, encodeState(state));
  const { journal, entries } = openJournal(join(options.directory, 'journal.ndjson'));
  let lastSnapshot = state.commands;
  for (const entry of entries as Entry[]) replay(state, entry);

  const listeners: Parameters<Exchange['onExecuted']>[0][] = [];
  let failure: Error | undefined;

  function run<V extends Verb>(verb: V, input: Input<V>, at: number): Result<V> {
    const result = execute(state, verb, input, at);
    state.commands += 1;
    const changes = takeChanges(state);
    journal.append({ number: state.commands, at, verb, input } satisfies Entry);
    // One snapshot per as many commands as it has records keeps its cost proportional.
    const records = state.orders.size + state.transfers.size;
    if (state.commands - lastSnapshot >= Math.max(MIN_COMMANDS_PER_SNAPSHOT, records)) {
      writeWhole(snapshotPath, encodeState(state));
      journal.empty();
      lastSnapshot = state.commands;
    }
    for (const listener of listeners) listener(changes, at);
    return result;
  }

  return {
    state,
    execute(verb, input) {
      if (failure) throw failure;
      try {
        return run(verb, input, options.clock.now().getTime());
      } catch (error) {
        // Memory and disk may differ now: only a restart, which reads the disk, reconciles them.
        if (!(error instanceof Refusal)) {
          failure = new Error('The exchange has failed and must be restarted.', { cause: error });
        }
        throw error;
      }
    },
    durable: () => journal.durable(),
    onExecuted: (listener) => void listeners.push(listener),
    close: () => journal.close(),
  };
}

function replay(state: ExchangeState, { number, at, verb, input }: Entry): void {
  // A crash between writing a snapshot and emptying the journal leaves entries that the snapshot already contains.
  if (number <= state.commands) return;
  execute(state, verb, input, at);
  takeChanges(state);
  state.commands = number;
}

/** A crash leaves either the old content or the new. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  syncPath(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncPath(dirname(path));
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
