import { workerData } from 'node:worker_threads';
import { sendBlocks } from '../../../../platform/threads/index.ts';
import { readFirstSheet } from './sheet.ts';
import type { SheetTask } from './xlsx.ts';

await sendBlocks(readFirstSheet(workerData as SheetTask));
