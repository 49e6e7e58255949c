import { readBlocks } from '../../threads/index.ts';
import type { Setting } from './begin.ts';
import type { Copied } from './read.ts';

/** What is read, and where. */
export interface Task {
  readonly url: string;
  /** Of a transaction that stays open meanwhile. */
  readonly snapshot: string;
  readonly settings: readonly Setting[];
  /** The statement. */
  readonly copy: string;
}

/** It keeps nothing but a few blocks, and garbage is collected the sooner. */
const MEMORY_MIB = 64;

/**
 * What COPY writes, read in a thread of its own, over a connection of its own. Millions of rows leave so much garbage
 * that collecting it would stop this process many times a second, and its callers with it.
 */
export const readApart = (task: Task, signal: AbortSignal): Copied =>
  readBlocks({ program: 'copy', task, memoryMib: MEMORY_MIB }, signal);
