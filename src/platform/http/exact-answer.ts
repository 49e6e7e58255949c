import { exactJson } from '../../kernel/index.ts';
import type { EndpointAnswer } from './endpoint.ts';

/** A JSON response whose decimals are numbers with all digits. */
export const exactAnswer = (value: unknown, status = 200): EndpointAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: exactJson(value),
});
