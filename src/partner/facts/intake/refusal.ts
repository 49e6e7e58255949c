import { noFieldErrors, Problem } from '../../../kernel/index.ts';
import { NOTHING, type Summary } from './ingest.ts';
import type { LineError } from './validate.ts';

/** A summary with refused lines as the problem that a caller gets. */
export function refusal({ refused, errors, stoppedAfter }: Summary): Problem {
  const fields = noFieldErrors();
  for (const { line, field, reason } of errors) {
    (fields[field === '' ? `lines.${line}` : `lines.${line}.${field}`] ??= []).push(reason);
  }
  const lines = refused === 1 ? '1 line is refused' : `${refused} lines are refused`;
  const rest = stoppedAfter === undefined ? '' : ` Reading stopped after line ${stoppedAfter}.`;
  return new Problem('validation_failed', `${lines}, so nothing was stored.${rest}`, {
    errors: fields,
    members: {
      refused,
      faults: errors.map(toFault),
      ...(stoppedAfter !== undefined && { stopped_after: stoppedAfter }),
    },
  });
}

/** The summary that became a problem; undefined for any other problem. */
export function readRefusal({ members = {} }: Problem): Summary | undefined {
  const { refused, faults, stopped_after: stoppedAfter } = members;
  if (typeof refused !== 'number' || !Array.isArray(faults)) return undefined;
  return {
    ...NOTHING,
    refused,
    errors: faults as LineError[],
    ...(typeof stoppedAfter === 'number' && { stoppedAfter }),
  };
}

const toFault = ({ line, field, value = null, reason }: LineError) => ({ line, field, value, reason });
