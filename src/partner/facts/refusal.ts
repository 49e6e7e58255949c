import { noFieldErrors, Problem } from '../../kernel/index.ts';
import { NOTHING, type Summary } from './ingest.ts';

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
    members: { refused, ...(stoppedAfter !== undefined && { stopped_after: stoppedAfter }) },
  });
}

/** The summary that became a problem; undefined for any other problem. */
export function readRefusal({ errors = {}, members = {} }: Problem): Summary | undefined {
  const { refused, stopped_after: stoppedAfter } = members;
  if (typeof refused !== 'number') return undefined;
  const found = Object.entries(errors).flatMap(([path, reasons]) => {
    const [, line, field = ''] = /^lines\.(\d+)(?:\.(.*))?$/.exec(path) ?? [];
    return reasons.map((reason) => ({ line: Number(line), field, reason }));
  });
  return { ...NOTHING, refused, errors: found, ...(typeof stoppedAfter === 'number' && { stoppedAfter }) };
}
