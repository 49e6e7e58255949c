import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../kernel/index.ts';
import { pageLanguage } from './page-language.ts';

/** The build writes it wherever an element needs the nonce of the answer. */
const NONCE = '__CSP_NONCE__';
/** The console routes those below its own: each of them answers the same page. */
const PAGES = ['/console', '/console/*'];
export const CONSOLE_PATHS = [...PAGES, '/'];
const ASSETS = '/console/assets/';
/** Files whose names stay the same, so that browsers ask each time whether they have changed. */
const INSTALLED = {
  'worker.js': 'text/javascript; charset=utf-8',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
};
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Browsers may not guess another type, nor run an asset as a page. */
const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  vary: 'accept-encoding',
};

interface ConsoleOptions {
  /** Where the build is: a page for each language, such as `index.en.html`, the folder `assets`, and what an installed console needs. */
  readonly folder: string;
  /** Admits a request to a public route. */
  readonly admission: (route: string) => onRequestHookHandler;
}

/** Serves the pages of the console, each with a nonce of its own, and their assets, which never change. */
export function consolePlugin({ folder, admission }: ConsoleOptions): FastifyPluginAsync {
  const pages = readPages(folder);
  const root = join(folder, 'assets');
  /** Only what the folder has now is served. */
  const files = new Set(readdirSync(root));
  return async (scope) => {
    const method = ['GET', 'HEAD'];
    const onRequest = admission('/console/*');
    for (const url of PAGES) {
      scope.route({ method, url, onRequest, handler: answerPage });
    }
    for (const [name, type] of Object.entries(INSTALLED)) {
      const body = readFileSync(join(folder, name));
      const headers = { ...ASSET_HEADERS, 'content-type': type, 'cache-control': 'no-cache' };
      scope.route({
        method,
        url: `/console/${name}`,
        onRequest,
        handler: async ({ call }, reply) =>
          reply.headers({ ...headers, 'x-request-id': call.traceId }).send(body),
      });
    }
    scope.route({ method, url: '/', onRequest: admission('/'), handler: leadToConsole });
    await scope.register(async (assets) => {
      assets.addHook('onRequest', admission(`${ASSETS}*`));
      assets.addHook('onRequest', async ({ call }, reply) => {
        reply.headers({ ...ASSET_HEADERS, 'x-request-id': call.traceId });
      });
      // A route of ours instead of one for each file, which would take half a second at every start.
      const options = { root, serve: false, preCompressed: true, immutable: true, maxAge: YEAR_MS };
      await assets.register(fastifyStatic, options);
      assets.route({ method, url: `${ASSETS}:file`, handler: answerAsset });
    });
  };

  async function answerAsset({ call, params }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { file } = params as { file: string };
    if (!files.has(file)) throw notFound(call.path);
    return reply.sendFile(file);
  }

  async function answerPage({ call, headers }: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (call.path.startsWith(ASSETS)) throw notFound(call.path);
    const language = pageLanguage(headers, [...pages.keys()]);
    const nonce = randomBytes(16).toString('base64');
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyWith(nonce),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': call.traceId,
    });
    return (pages.get(language) ?? '').replaceAll(NONCE, nonce);
  }
}

/** The page of each language. */
function readPages(folder: string): ReadonlyMap<string, string> {
  const languages = readdirSync(folder).flatMap((name) => /^index\.(\w+)\.html$/.exec(name)?.[1] ?? []);
  return new Map(
    languages.map((language) => [language, readFileSync(join(folder, `index.${language}.html`), 'utf8')]),
  );
}

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** People see the console; programs see that there is nothing. */
async function leadToConsole({ call, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (headers.accept?.includes('text/html') !== true) throw notFound(call.path);
  return reply.header('cache-control', 'no-store').header('vary', 'accept').redirect('/console/');
}

const notFound = (path: string): Problem =>
  new Problem('not_found', `No resource has the path ${path}. See /docs for all paths.`);
