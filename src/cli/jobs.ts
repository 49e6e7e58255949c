import type { Command } from 'commander';
import { discardJob, listJobs, retryJob } from '../platform/worker/index.ts';
import { printTable, say } from './tell.ts';
import { withDatabase } from './with-database.ts';

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('background work that waits, runs or has failed for good');
  void jobs;
  void [discardJob, listJobs, retryJob, printTable, say, withDatabase];
}
