import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { closeDays } from '../partner/crediting/index.ts';
import { loadDemo, type DemoInput } from '../partner/demo/index.ts';
import {
  exportFacts,
  fileSource,
  ingest,
  readStatus,
  verifyFacts,
  type Facts,
  type FactsExport,
} from '../partner/facts/index.ts';
import { callLocal, listenLocal, type LocalCall, type LocalCommands } from '../platform/local/index.ts';
import type { Logger } from '../platform/telemetry/index.ts';
import { operatorContext } from './context.ts';
import { factsFolder, withFacts } from './fact-store.ts';

interface ImportInput {
  readonly kind: string;
  /** Absolute, because the process that reads the file may run in another folder. */
  readonly path: string;
}

interface CreditInput {
  readonly through: string;
}

/** The commands of the command line that need the facts, and so the process that has them open. */
const factCommands = (facts: Facts): LocalCommands => ({
  async import({ input, signal, onProgress }) {
    const { kind, path } = input as ImportInput;
    const source = await fileSource(path);
    return ingest({ ...operatorContext(facts), signal }, { kind, source, onProgress });
  },
  'demo load': ({ input, signal, onProgress }) =>
    loadDemo({ ...operatorContext(facts), signal }, { ...(input as DemoInput), onProgress }),
  'facts rebuild': ({ onProgress }) => facts.rebuild(onProgress),
  'facts export': ({ input, signal }) =>
    exportFacts({ ...operatorContext(facts), signal }, input as FactsExport),
  'facts status': () => readStatus(operatorContext(facts)),
  'facts verify': ({ signal, onProgress }) => verifyFacts({ ...operatorContext(facts), signal }, onProgress),
  credit: ({ input, signal, onProgress }) =>
    closeDays({ ...operatorContext(facts.db), signal }, facts, {
      ...(input as CreditInput),
      onPayout: onProgress,
    }),
});

const socketPath = (config: Config): string => join(factsFolder(config), 'command.sock');

/** Runs commands for the command line, in the process that has the facts open. */
export function openCommandSocket(
  config: Config,
  { facts, logger }: { facts: Facts; logger: Logger },
): Promise<{ close(): Promise<void> }> {
  return listenLocal({ path: socketPath(config), commands: factCommands(facts), logger });
}

/** Runs a command in the server when one runs on this data folder, and in this process when none does. */
export async function runFactCommand(config: Config, call: Omit<LocalCall, 'path'>): Promise<unknown> {
  const { name, input, onProgress } = call;
  const answered = await callLocal({ path: socketPath(config), ...call });
  if (answered) return answered.result;
  const { signal } = new AbortController();
  return withFacts(config, async (facts) => factCommands(facts)[name]?.({ input, signal, onProgress }));
}
