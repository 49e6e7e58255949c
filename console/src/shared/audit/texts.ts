import { formatTime } from '../text/index.ts';

export const texts = {
  list: {
    title: 'Audit',
    description: 'Who did what, newest first. Each entry contains the hash of the one before it.',
    empty: { title: 'No entry yet', text: 'Every change that a person or a program makes is recorded here.' },
    unmatched: {
      title: 'No entry matches',
      text: 'Change the filter. Fields and values are completed as you type.',
    },
  },
  columns: {
    at: 'Time',
    actor: 'Who',
    action: 'What',
    subject: 'Of what',
    seq: 'Place in the chain',
  },
  /** Some ids begin with their kind. */
  subject: (kind: string, id: string) => (id.startsWith(`${kind}:`) ? id : `${kind} ${id}`),
  chain: {
    intact: (at: string) => `The chain is intact, verified ${formatTime(at)}`,
    broken: (at: string) => `The chain is broken, verified ${formatTime(at)}`,
    unverified: 'The chain has not been verified yet. A job verifies it every day.',
    fix: 'Compare with a backup or an export, and find out who can write to the database.',
  },
  detail: {
    facts: {
      at: 'Time',
      actor: 'Who',
      action: 'What',
      subject: 'Of what',
      trace: 'Trace id',
      callerTrace: 'Trace id of the caller',
      seq: 'Place in the chain',
      hash: 'Hash',
    },
    pending: 'Not sealed yet',
    trace: 'the trace id',
    subject: 'the id',
    record: 'Recorded details',
  },
} as const;
