import { Resource } from '../api/index.ts';
import { FactsRefusedError, QuaestorError, type FactFault } from '../errors/index.ts';
import type {
  BatchSummary,
  FactBatches,
  FactKinds,
  FactRows,
  FactsStatus,
  FactsVoid,
  FactsVoiding,
  StoredImport,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';

export interface SendOptions extends Pick<RequestOptions, 'signal' | 'timeout'> {
  /** How many facts are sent at once: 5,000 unless given. */
  readonly batchSize?: number;
  /** Leaves out refused facts and stores the others of their batch, instead of throwing `FactsRefusedError`. */
  readonly skipRefused?: boolean;
}

/** The types of the files that `upload` takes. */
const TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export interface FactsFile {
  /** At most 64 MiB. */
  readonly content: Blob | string;
  readonly format: keyof typeof TYPES;
  /** Kept in the history of batches. */
  readonly name?: string | undefined;
  /** The fields of columns with other names; null leaves a column out. */
  readonly columns?: Readonly<Record<string, string | null>> | undefined;
  /** Between the cells of CSV, if it cannot be seen from the first line. */
  readonly separator?: 'comma' | 'semicolon' | 'tab' | undefined;
  /** What the decimals of CSV begin with: a point unless given. */
  readonly decimal?: 'point' | 'comma' | undefined;
}

export interface UploadOptions extends RequestOptions {
  /** Checks and counts everything, and stores nothing. */
  readonly dryRun?: boolean;
}

export interface SendResult extends BatchSummary {
  /** What is wrong with the facts that were left out. */
  readonly faults: readonly FactFault[];
}

/** A line of NDJSON and its place among all facts, from 1. */
interface Line {
  readonly number: number;
  readonly text: string;
}

const BATCH_SIZE = 5_000;
/** As long as the service takes for a batch. */
const UPLOAD_TIMEOUT_MS = 600_000;
/** In UTF-16 units, of which each takes at most three bytes: below the 64 MiB that the server takes. */
const BATCH_LENGTH = 16 * 1024 * 1024;

/** What reports are computed from. */
export class Facts extends Resource<PartnerApi> {
  /**
   * Sends facts of one kind in batches, one after the other. Facts that are stored already change nothing, so after an
   * error all can be sent again.
   * @example const { accepted } = await partner.facts.send('orders', readOrders())
   */
  async send(
    kind: string,
    facts: Iterable<object> | AsyncIterable<object>,
    { batchSize = BATCH_SIZE, skipRefused = false, ...options }: SendOptions = {},
  ): Promise<SendResult> {
    const sum = { accepted: 0, repeated: 0, replaced: 0, refused: 0 };
    const faults: FactFault[] = [];
    for await (const batch of inBatches(facts, batchSize)) {
      for (let lines = batch; lines.length > 0;) {
        const outcome = await this.#sendBatch(kind, lines, options);
        if ('accepted' in outcome) {
          sum.accepted += outcome.accepted;
          sum.repeated += outcome.repeated;
          sum.replaced += outcome.replaced;
          break;
        }
        if (!skipRefused) throw outcome;
        faults.push(...outcome.faults);
        const refused = new Set(outcome.faults.map(({ line }) => line));
        sum.refused += refused.size;
        lines = lines.filter(({ number }) => !refused.has(number));
      }
    }
    return { ...sum, faults };
  }

  /**
   * Sends a file as one batch, which is stored whole or not at all.
   * @example await partner.facts.upload('orders', { content: csv, format: 'csv', name: 'orders.csv' }, { dryRun: true })
   */
  async upload(
    kind: string,
    { content, format, name, columns, separator, decimal }: FactsFile,
    { dryRun, ...options }: UploadOptions = {},
  ): Promise<BatchSummary> {
    const query = {
      dry_run: dryRun,
      file_name: name,
      separator,
      decimal,
      columns: columns && JSON.stringify(columns),
    };
    const headers = { 'content-type': TYPES[format] };
    try {
      const timeout = options.timeout ?? UPLOAD_TIMEOUT_MS;
      // The types of a document have no files.
      const body = content as string;
      return await this.api.call(
        'sendFacts',
        { path: { kind }, query, body },
        { ...options, timeout, headers },
      );
    } catch (error) {
      const faults = error instanceof QuaestorError && 'problem' in error ? error.problem.faults : undefined;
      throw faults === undefined ? error : new FactsRefusedError(faults, error as QuaestorError);
    }
  }

  /** Imports facts from a file in the storage of the service. */
  import(stored: StoredImport, options?: RequestOptions): Promise<BatchSummary> {
    return this.api.call('importFacts', { body: stored }, options);
  }

  /**
   * Takes back a batch or single facts.
   * @example await partner.facts.void({ batch: 52, reason: 'Sent twice by mistake.' })
   */
  void(voiding: FactsVoiding, options?: RequestOptions): Promise<FactsVoid> {
    return this.api.call('voidFacts', { body: voiding }, options);
  }

  /** Lists the kinds of facts with their fields. */
  kinds(options?: RequestOptions): Promise<FactKinds> {
    return this.api.call('listFactKinds', {}, options);
  }

  /**
   * Reads one page of the facts of a kind.
   * @example await partner.facts.rows('tariffs', { filter: ['partner_uid=P1001'] })
   */
  rows(
    kind: string,
    query: { filter?: string[]; limit?: number; offset?: number } = {},
    options?: RequestOptions,
  ): Promise<FactRows> {
    return this.api.call('listFacts', { path: { kind }, query }, options);
  }

  /** Reads one page of the batches that were sent, newest first. */
  batches(
    query: { kind?: string; number?: number; limit?: number; offset?: number } = {},
    options?: RequestOptions,
  ): Promise<FactBatches> {
    return this.api.call('listFactBatches', { query }, options);
  }

  status(options?: RequestOptions): Promise<FactsStatus> {
    return this.api.call('getFactsStatus', {}, options);
  }

  /** Computes everything from the facts again. */
  rebuild(options?: RequestOptions): Promise<void> {
    return this.api.call('rebuildFacts', {}, options);
  }

  async #sendBatch(
    kind: string,
    lines: readonly Line[],
    options: RequestOptions,
  ): Promise<BatchSummary | FactsRefusedError> {
    const body = lines.map(({ text }) => `${text}\n`).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    try {
      return await this.api.call('sendFacts', { path: { kind }, body }, { ...options, headers });
    } catch (error) {
      const faults = error instanceof QuaestorError ? faultsOf(error.errors, lines) : [];
      if (faults.length === 0) throw error;
      return new FactsRefusedError(faults, error as QuaestorError);
    }
  }
}

/** `lines.3.closed_at` is a field of the third line of the batch. */
function faultsOf(errors: Readonly<Record<string, string[]>>, lines: readonly Line[]): FactFault[] {
  return Object.entries(errors).flatMap(([path, reasons]) => {
    const [, place, field = ''] = /^lines\.(\d+)(?:\.(.*))?$/.exec(path) ?? [];
    const line = lines[Number(place) - 1]?.number;
    return line === undefined ? [] : reasons.map((reason) => ({ line, field, reason }));
  });
}

async function* inBatches(
  facts: Iterable<object> | AsyncIterable<object>,
  size: number,
): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  let length = 0;
  let number = 0;
  for await (const fact of facts) {
    const text = JSON.stringify(fact);
    if (batch.length >= size || length + text.length > BATCH_LENGTH) {
      yield batch;
      batch = [];
      length = 0;
    }
    number += 1;
    length += text.length + 1;
    batch.push({ number, text });
  }
  if (batch.length > 0) yield batch;
}
