import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { FactsStatus, RebuildProgress, Verification } from '../partner/facts/index.ts';
import { runFactCommand } from '../process/index.ts';
import { print, say } from './output.ts';
import { ProgressBar } from './progress.ts';
import { configOfExisting } from './with-database.ts';

/** The status, as JSON from the process that has opened the facts. */
interface Status extends Omit<FactsStatus, 'asOf'> {
  readonly asOf: string | null;
}

export function addFactsCommands(program: Command): void {
  const facts = program.command('facts').description('the log of accepted facts and the store built from it');
  const status = facts
    .command('status')
    .description('show how far the log and the store are')
    .action(async () => printStatus(await run<Status>(status, 'status')));

  const rebuild = facts
    .command('rebuild')
    .description('rebuild the store from the log, while the current one serves')
    .action(async () => {
      const bar = new ProgressBar();
      await run(rebuild, 'rebuild', {}, (progress) => {
        const { kind, fraction } = progress as RebuildProgress;
        bar.show(fraction, kind);
      }).finally(() => bar.clear());
      print('The store was rebuilt.');
    });

  const verify = facts
    .command('verify')
    .description('compare hashes and counts of the log, its objects and the store')
    .action(async () => {
      const bar = new ProgressBar();
      const { objects, head, faults } = await run<Verification>(verify, 'verify', {}, (fraction) =>
        bar.show(fraction as number, 'objects'),
      ).finally(() => bar.clear());
      for (const fault of faults) say(fault);
      if (faults.length > 0) process.exitCode = 1;
      else print(`${objects} objects with the batches up to ${head} and the store agree.`);
    });

  const exporting = facts
    .command('export <kind> <file>')
    .description('write the facts of a kind into a .parquet or .csv file, which import reads')
    .action(async (kind: string, file: string) => {
      print(`${await run<number>(exporting, 'export', { kind, path: resolve(file) })} facts`);
    });
}

function printStatus({ head, applied, asOf, objects, bytes, writer, kinds }: Status): void {
  print(`log     ${head} batches in ${objects} objects, ${bytes} bytes`);
  print(
    `store   ${applied} batches applied${asOf === null ? '' : `, as of ${new Date(asOf).toISOString()}`}`,
  );
  print(`writer  ${writer ?? 'none'}`);
  for (const { kind, batches, facts } of kinds) print(`${kind} ${facts} (${batches} batches)`);
}

function run<T>(
  command: Command,
  name: string,
  input: unknown = {},
  onProgress: (progress: unknown) => void = () => {},
): Promise<T> {
  const call = { name: `facts ${name}`, input, onProgress };
  return runFactCommand(configOfExisting(command), call) as Promise<T>;
}
