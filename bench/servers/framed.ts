import { Type } from 'typebox';
import { endpoint } from '../../src/platform/http/index.ts';
import { serveFramed } from './frame.ts';

const noop = endpoint({
  method: 'GET',
  path: '/noop',
  operation: 'noop',
  tag: 'Bench',
  summary: 'Nothing',
  scope: 'venues:view',
  answers: { 200: { description: 'Nothing.', schema: Type.Object({ ok: Type.Boolean() }) } },
  handle: () => Promise.resolve({ status: 200, body: { ok: true } }),
});

await serveFramed(() => ({ endpoints: [noop] }));
