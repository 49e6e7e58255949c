import { byCursor, Resource, type CursorList, type Query } from '../api/index.ts';
import type {
  Deposit,
  DepositAddress,
  DepositAddressPlace,
  DepositEvent,
  DepositPage,
  DepositSource,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** What arrived at our accounts at the venues. */
export class Deposits extends Resource<TradingApi> {
  /**
   * Lists deposits, the newest first.
   * @example for await (const deposit of trading.deposits.list({ status: 'PENDING' })) console.log(deposit.id)
   */
  list(filter: Filter<'listDeposits'> = {}, options?: RequestOptions): CursorList<DepositPage> {
    return byCursor(filter, (query) => this.api.call('listDeposits', { query }, options));
  }

  /** @example const { status, hold } = await trading.deposits.get(id) */
  get(id: string, options?: RequestOptions): Promise<Deposit> {
    return this.api.call('getDeposit', { path: { id } }, options);
  }

  /** Lists what the venue has said of the deposit. */
  events(id: string, options?: RequestOptions): Promise<DepositEvent[]> {
    return this.api.call('listDepositEvents', { path: { id } }, options);
  }

  /** Lists our deposit addresses, also those that the venues have replaced. */
  addresses(
    query: Query<operations['listDepositAddresses']> = {},
    options?: RequestOptions,
  ): Promise<DepositAddress[]> {
    return this.api.call('listDepositAddresses', { query }, options);
  }

  /**
   * Asks a venue for our deposit address.
   * @example const { address, tag } = await trading.deposits.address({ venue: 'aurora', asset: { code: 'USDT' }, network: 'ETHEREUM' })
   */
  address(place: DepositAddressPlace, options?: RequestOptions): Promise<DepositAddress> {
    return this.api.call('readDepositAddress', { body: place }, options);
  }

  /** Lists how far the deposits of each venue are known. */
  sources(options?: RequestOptions): Promise<DepositSource[]> {
    return this.api.call('listDepositSources', {}, options);
  }
}
