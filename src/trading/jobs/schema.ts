import { Type } from 'typebox';
import { JOB_STATES } from '../../platform/worker/index.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const id = Type.String({ pattern: '^\\d{1,18}$', 'x-form': 'a number', examples: ['48213'] });
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const MAX_JOBS = 100;

export const JobId = Type.Object({ id });

export const JobQuery = Type.Object(
  {
    state: Type.Optional(
      Type.Enum([...JOB_STATES], {
        default: 'dead',
        description: 'Only this state. `dead` jobs have failed for the last time and wait for a person.',
        examples: ['dead'],
      }),
    ),
    after: Type.Optional({ ...id, description: 'Only jobs after this one: the last of the page before.' }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_JOBS, default: 20, description: 'At most.', examples: [20] }),
    ),
  },
  closed,
);

const Job = Type.Object(
  {
    id,
    name: Type.String({ description: 'What it does.', examples: ['export.write'] }),
    state: Type.Enum([...JOB_STATES], { examples: ['dead'] }),
    attempts: Type.Integer({ examples: [25] }),
    maxAttempts: Type.Integer({ examples: [25] }),
    runAt: { ...time, description: 'When it runs, or ran last.' },
    lastError: Type.Union([Type.String(), NULL], {
      description: 'Why the last attempt failed, in one line; the log has the rest.',
      examples: ['The database is not available.'],
    }),
    createdAt: time,
  },
  { title: 'Job' },
);

export const Jobs = Type.Array(Job, { title: 'Jobs' });
