import { Semaphore, type SemaphoreOptions } from '../../../kernel/index.ts';
import { PageCache } from './page-cache.ts';
import { ReportQueue, type QueueOptions } from './queue.ts';
import { States } from '../reading/index.ts';

export interface ReportLimits {
  readonly pages: QueueOptions;
  /** Files that are written at the same time: a slow reader keeps its place. */
  readonly files: SemaphoreOptions;
  readonly fileTimeoutMs: number;
  /** How long a reader may take for a block of a file. */
  readonly blockTimeoutMs: number;
  readonly cacheBytes: number;
}

/** Shared by all reports. */
export interface ReportResources {
  readonly pages: ReportQueue;
  readonly files: Semaphore;
  readonly fileTimeoutMs: number;
  readonly blockTimeoutMs: number;
  readonly states: States;
  readonly cache: PageCache;
}

export const createReportResources = (limits: ReportLimits): ReportResources => ({
  pages: new ReportQueue(limits.pages),
  files: new Semaphore(limits.files),
  fileTimeoutMs: limits.fileTimeoutMs,
  blockTimeoutMs: limits.blockTimeoutMs,
  states: new States(),
  cache: new PageCache(limits.cacheBytes),
});
