import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { NOW } from './world.ts';

/** The token is the partner. */
const authenticate = (token: string | undefined): Actor => ({
  kind: 'client',
  id: 'test',
  tenant: 'default',
  scopes: new Set(['reports:view']),
  partnerUid: token,
});

/** Serves endpoints to partners. */
export const serveReports = (
  endpoints: Endpoint[],
  { requestTimeoutMs = 10_000, now = NOW }: { readonly requestTimeoutMs?: number; readonly now?: Date } = {},
): FastifyInstance =>
  frame(endpoints, {
    authenticate,
    clock: { now: () => now },
    limits: { requestTimeoutMs, readsPerMinute: 100_000 },
  });
