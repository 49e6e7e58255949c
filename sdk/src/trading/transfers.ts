import { byCursor, Resource, type CursorList } from '../api/index.ts';
import type {
  CreateTransfer,
  MoneyInFlightRow,
  Transfer,
  TransferDetail,
  TransferPage,
  TransferResolution,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';
import { dryRunHeader, type CreateOptions } from './withdrawals.ts';

/** Moves of money between our own venues. */
export class Transfers extends Resource<TradingApi> {
  /**
   * Requests a transfer. The same reference again returns the same transfer.
   * @example await trading.transfers.create({ reference: 'rebalance-17', fromVenue: 'aurora', toVenue: 'borealis', asset: { code: 'USDT' }, amount: '1250.50', network: 'ETHEREUM' })
   */
  create(transfer: CreateTransfer, options?: CreateOptions): Promise<Transfer> {
    return this.api.call('createTransfer', { body: transfer }, dryRunHeader(options));
  }

  /**
   * Lists transfers, the newest first.
   * @example for await (const transfer of trading.transfers.list({ open: true })) console.log(transfer.status)
   */
  list(filter: Filter<'listTransfers'> = {}, options?: RequestOptions): CursorList<TransferPage> {
    return byCursor(filter, (query) => this.api.call('listTransfers', { query }, options));
  }

  /** Gets a transfer with both ends. */
  get(id: string, options?: RequestOptions): Promise<TransferDetail> {
    return this.api.call('getTransfer', { path: { id } }, options);
  }

  /** Gets what is between two venues. */
  inFlight(options?: RequestOptions): Promise<MoneyInFlightRow[]> {
    return this.api.call('listMoneyInFlight', {}, options);
  }

  /** Says which deposit a transfer has become. */
  resolve(id: string, resolution: TransferResolution, options?: RequestOptions): Promise<Transfer> {
    return this.api.call('resolveTransfer', { path: { id }, body: resolution }, options);
  }
}
