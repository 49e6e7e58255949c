import { basename } from 'node:path';
import { Problem } from '../../kernel/index.ts';
import { creditingEndpoints } from '../../partner/crediting/index.ts';
import { factEndpoints, fillPath } from '../../partner/facts/http/index.ts';
import { factsContext, type Facts } from '../../partner/facts/handle/index.ts';
import {
  fileSource,
  ingest,
  readRefusal,
  stageFile,
  type Progress,
  type Summary,
} from '../../partner/facts/intake/index.ts';
import { programEndpoints } from '../../partner/program/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { operatorContext } from '../context.ts';
import type { Writer } from './writer.ts';

/** An operation of the partner service, as its endpoint declares it. */
interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly scope: string;
}

interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ImportInput {
  readonly kind: string;
  readonly path: string;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The process in which a command works on the facts: this one, or another. */
export interface FactPlace {
  /** The body of the answer; rejects with the problem that is the answer. */
  ask(operation: Operation, request?: Request): Promise<unknown>;
  /** Imports a file of this machine. */
  import(input: ImportInput): Promise<Summary>;
}

/** This process, by the handlers of the endpoints. */
export function hereWith(facts: Facts): FactPlace {
  const context = operatorContext(facts.db);
  const endpoints = [factEndpoints, creditingEndpoints, programEndpoints].flatMap((of) => of(facts));
  return {
    async ask({ method, path }, { params = {}, body, headers = {} } = {}) {
      const endpoint = endpoints.find((each) => each.method === method && each.path === path);
      if (!endpoint) throw new Error(`There is no operation ${method} ${path}.`);
      const answer = await endpoint.handle(context, { params, query: {}, body, headers, ip: '' });
      // An exact answer is JSON already.
      return typeof answer.body === 'string' ? (JSON.parse(answer.body) as unknown) : answer.body;
    },
    async import({ path, onProgress = () => {}, ...ingestion }) {
      const source = await fileSource(path);
      return ingest(factsContext(context, facts), {
        ...ingestion,
        onProgress,
        fileName: nameOf(path),
        source,
      });
    },
  };
}

const IMPORT = { method: 'POST', path: '/api/manage/facts/imports', scope: 'facts:write' } as const;

/** Another process, over HTTP. Files reach it through the storage. */
export function at(writer: Writer, storage: Storage): FactPlace {
  const ask: FactPlace['ask'] = ({ path, ...operation }, { params = {}, body, headers = {} } = {}) =>
    writer.request({ ...operation, path: fillPath(path, params), body, headers });
  return {
    ask,
    async import({ kind, path, idempotencyKey: key, dryRun, onProgress }) {
      const file = await stageFile(storage, path, (fraction) =>
        onProgress?.({ step: 'reading', rows: 0, fraction }),
      );
      try {
        const body = { kind, file, file_name: nameOf(path), ...(dryRun && { dry_run: true }) };
        onProgress?.({ step: 'checking', rows: 0 });
        const counts = await ask(IMPORT, {
          body,
          ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        });
        return { ...(counts as Omit<Summary, 'errors'>), errors: [] };
      } catch (error) {
        const refused = error instanceof Problem ? readRefusal(error) : undefined;
        if (!refused) throw error;
        return refused;
      } finally {
        await storage.remove(file);
      }
    },
  };
}

/** The last part of a path, as far as the log keeps it. */
const nameOf = (path: string): string =>
  basename(path)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 255);
