import { noFieldErrors, Problem } from '../../../kernel/index.ts';
import { NOTHING, type Summary } from './ingest.ts';
import type { LineError } from './validate.ts';

/** Where a request has the fact of a line, counted from 1; empty for the body itself. */
export type PlaceOf = (line: number) => string;

/** A fact that is the body of a request. */
export const asBody: PlaceOf = () => '';
/** Facts in a list of a request. */
export const inList =
  (name: string): PlaceOf =>
  (line) =>
    `${name}.${line - 1}`;

/** A summary with refused lines as the problem that a caller gets. */
export function refusal({ refused, errors, stoppedAfter }: Summary, placeOf?: PlaceOf): Problem {
  const fields = noFieldErrors();
  for (const { line, field, reason } of errors) {
    const place = placeOf?.(line) ?? `lines.${line}`;
    (fields[[place, field].filter((part) => part !== '').join('.')] ??= []).push(reason);
  }
  const what = placeOf ? 'fact' : 'line';
  const lines = refused === 1 ? `1 ${what} is refused` : `${refused} ${what}s are refused`;
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
