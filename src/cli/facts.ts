import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { Problem } from '../kernel/index.ts';
import { compareStore, exportFacts, verifyLog, type FactsStatus } from '../partner/facts/reading/index.ts';
import { rebuildServed } from '../partner/facts/serving/index.ts';
import { operatorContext, withFactCommands, withLog, type FactCommands } from '../process/index.ts';
import { JSON_RESULT_FLAG, print, say } from './output.ts';
import { kindArgument } from './kind-argument.ts';
import { ProgressBar } from './progress.ts';
import { configOfExisting } from './with-database.ts';

const ADDRESS = [
  '--address <url>',
  'ask the partner process at this address, not the one that writes',
] as const;

export function addFacts(facts: Command): void {
  const status = facts
    .command('status')
    .description('show how far the log and a store are')
    .option(...ADDRESS)
    .option(...JSON_RESULT_FLAG)
    .action(async ({ json }: { json?: true }) => {
      const found = await onStore(status, (commands) => commands.status());
      if (json) print(JSON.stringify(found));
      else printStatus(found);
    });

  const rebuild = facts
    .command('rebuild')
    .description(
      'rebuild a store from the log, or the tables in ClickHouse from the store, while the current ones serve',
    )
    .option(...ADDRESS)
    .addOption(
      new Option('--engine <engine>', 'what to rebuild').choices(['duckdb', 'clickhouse']).default('duckdb'),
    )
    .action(async () => {
      if (rebuild.opts<{ engine: string }>().engine === 'clickhouse') {
        const config = configOfExisting(rebuild);
        if (config.facts.engine !== 'clickhouse')
          throw new Problem('unprocessable', 'facts.engine is duckdb: there are no tables in ClickHouse.');
        await withLog(config, (log) => rebuildServed(log));
        print('The tables in ClickHouse were rebuilt.');
        return;
      }
      const bar = new ProgressBar();
      await onStore(rebuild, (commands) =>
        commands.rebuild(({ kind, fraction }) => bar.show(fraction, kind)),
      ).finally(() => bar.clear());
      print('The store was rebuilt.');
    });

  const verify = facts
    .command('verify')
    .description('compare hashes and counts of the log, its objects and a store')
    .option(...ADDRESS)
    .option(...JSON_RESULT_FLAG)
    .action(async ({ json }: { json?: true }) => {
      const bar = new ProgressBar();
      const { objects, head, faults } = await withLog(configOfExisting(verify), (log) =>
        verifyLog({ ...operatorContext(log.db), facts: log }, (fraction) => bar.show(fraction, 'objects')),
      ).finally(() => bar.clear());
      const all = [...faults, ...compareStore(await onStore(verify, (commands) => commands.status()))];
      if (all.length > 0) process.exitCode = 1;
      if (json) print(JSON.stringify({ objects, head, faults: all }));
      else for (const fault of all) say(fault);
      if (!json && all.length === 0)
        print(`${objects} objects with the batches up to ${head} and the store agree.`);
    });

  const exporting = facts
    .command('export')
    .description('write the facts of a kind from the log into a .parquet or .csv file, which import reads')
    .addArgument(kindArgument())
    .argument('<file>')
    .action(async (kind: string, file: string) => {
      const count = await withLog(configOfExisting(exporting), (log) =>
        exportFacts({ ...operatorContext(log.db), facts: log }, { kind, path: resolve(file) }),
      );
      print(`${count} facts`);
    });
}

function onStore<T>(command: Command, action: (commands: FactCommands) => Promise<T>): Promise<T> {
  const { address } = command.opts<{ address?: string }>();
  return withFactCommands(configOfExisting(command), { address }, action);
}

function printStatus(status: FactsStatus): void {
  const { head, applied, as_of, recomputed, served, objects, bytes, writer, kinds } = status;
  print(`log     ${head} batches in ${objects} objects, ${bytes} bytes`);
  print(`store   ${applied} batches applied${as_of === null ? '' : `, as of ${as_of}`}`);
  if (recomputed !== null) print(`correction ${Math.floor(recomputed * 100)} % computed`);
  if (served !== null) {
    print(`served  ${served.applied} batches by ClickHouse, version ${served.version}`);
    if (served.error !== null) print(`served  ${served.error}`);
  }
  print(`writer  ${writer ?? 'none'}`);
  for (const { kind, batches, rows } of kinds) print(`${kind} ${rows} (${batches} batches)`);
}
