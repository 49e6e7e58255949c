import { byCursor, Resource, type CursorList } from '../api/index.ts';
import type { CreateExport, Export, ExportPage } from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** Files with many rows. */
export class Exports extends Resource<TradingApi> {
  /** @example const { id } = await trading.exports.create('withdrawal', { from, to, format: 'CSV' }) */
  create(
    type: 'conversion' | 'withdrawal' | 'deposit' | 'transfer' | 'fee' | 'audit',
    request: CreateExport,
    options?: RequestOptions,
  ): Promise<Export> {
    return this.api.call('createExport', { query: { type }, body: request }, options);
  }

  list(filter: Filter<'listExports'> = {}, options?: RequestOptions): CursorList<ExportPage> {
    return byCursor(filter, (query) => this.api.call('listExports', { query }, options));
  }

  get(id: string, options?: RequestOptions): Promise<Export> {
    return this.api.call('getExport', { path: { id } }, options);
  }

  cancel(id: string, options?: RequestOptions): Promise<Export> {
    return this.api.call('cancelExport', { path: { id } }, options);
  }

  /**
   * Opens the file of a completed export.
   * @example for await (const chunk of await trading.exports.download(completed)) file.write(chunk)
   */
  async download({ id, status, url }: Export, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    if (url === null) throw new TypeError(`The export ${id} is ${status}: only a completed one has a file.`);
    return this.api.download({ link: url }, options);
  }
}
