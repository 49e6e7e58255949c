import { exactJson } from '../../kernel/index.ts';
import type { EndpointAnswer } from './endpoint.ts';

/** An answer whose decimals are numbers with all their digits. */
export const exactAnswer = (value: unknown, status = 200): EndpointAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: exactJson(value),
});
