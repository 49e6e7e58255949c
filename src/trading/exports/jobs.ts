import { Type } from 'typebox';
import { defineJob, request, type JobRequest } from '../../platform/jobs/index.ts';

const closed = { additionalProperties: false } as const;

export const writeJob = defineJob({
  name: 'export.write',
  payload: Type.Object({ id: Type.String() }, closed),
  maxAttempts: 25,
});

/** Gives up what takes too long and removes files that are no longer kept. */
export const sweepJob = defineJob({ name: 'export.sweep', payload: Type.Object({}, closed), maxAttempts: 5 });

/** Two lanes: at most so many exports are written at once, so that a worker has hands left for other jobs. */
export function requestWrite(id: string): JobRequest {
  const lane = Number.parseInt(id.slice(-1), 16) % 2;
  return request(writeJob, { id }, { queue: `export.write ${lane}` });
}
