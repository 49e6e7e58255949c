import type { Endpoint } from '../../../platform/http/index.ts';
import type { Facts } from '../handle/index.ts';
import { asOfCallers } from './as-of.ts';
import { answeredByWriter } from './forward.ts';

/** The endpoint with what it declares about the writer and about the last write of its caller. */
export function asDeclared(facts: Facts, endpoint: Endpoint): Endpoint {
  const { answeredBy, bodyKind, waitsForWrites = false } = endpoint;
  // A stream can be read only once, so that its endpoint forwards it itself.
  const isForwarded = answeredBy === 'writer' && bodyKind !== 'stream';
  const answered = isForwarded ? answeredByWriter(facts, endpoint) : endpoint;
  return waitsForWrites ? asOfCallers(facts, answered) : answered;
}
