import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const closed = { additionalProperties: false } as const;

export const writeJob = defineJob({
  name: 'export.write',
  payload: Type.Object({ id: Type.String() }, closed),
  maxAttempts: 25,
});

/** Fails exports that take too long and deletes expired files. */
export const sweepJob = defineJob({ name: 'export.sweep', payload: Type.Object({}, closed), maxAttempts: 5 });

/** Two queues, so that at most two exports run at once and the worker can run other jobs. */
export function requestWrite(id: string): JobRequest {
  const lane = Number.parseInt(id.slice(-1), 16) % 2;
  return request(writeJob, { id }, { queue: `export.write ${lane}` });
}
