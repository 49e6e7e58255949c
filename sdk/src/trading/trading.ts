import { Service } from '../account/index.ts';
import { Api } from '../api/index.ts';
import type { CreateWebhookDestination, NewClient } from '../generated/models.ts';
import { trading } from '../generated/operations.ts';
import { Transport, type ClientOptions } from '../transport/index.ts';
import type { TradingApi } from './api.ts';
import { Conversions } from './conversions.ts';
import { Deposits } from './deposits.ts';
import { Audit, Destinations, Filters, Jobs, Recipients, Venues } from './desk.ts';
import { Events } from './events.ts';
import { Exports } from './exports.ts';
import { History } from './history.ts';
import { ManagedBalances } from './managed-balances.ts';
import { OrderBooks, Rates, Watched } from './market.ts';
import { Policies } from './policies.ts';
import { Transfers } from './transfers.ts';
import { Approvals, Withdrawals } from './withdrawals.ts';

/**
 * The client of the trading service.
 * @example const trading = new Trading({ url: 'https://trading.example.com', auth: clientCredentials(id, secret) })
 */
export class Trading extends Service<
  NewClient['scopes'][number],
  CreateWebhookDestination['events'][number]
> {
  readonly withdrawals: Withdrawals;
  readonly deposits: Deposits;
  readonly transfers: Transfers;
  readonly managedBalances: ManagedBalances;
  readonly history: History;
  readonly approvals: Approvals;
  readonly policies: Policies;
  readonly destinations: Destinations;
  readonly recipients: Recipients;
  readonly conversions: Conversions;
  readonly venues: Venues;
  readonly rates: Rates;
  readonly watchList: Watched;
  readonly exports: Exports;
  readonly audit: Audit;
  readonly filters: Filters;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly #api: TradingApi;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    super(transport);
    const api: TradingApi = new Api(transport, trading);
    this.#api = api;
    this.withdrawals = new Withdrawals(api);
    this.deposits = new Deposits(api);
    this.transfers = new Transfers(api);
    this.managedBalances = new ManagedBalances(api);
    this.history = new History(api);
    this.approvals = new Approvals(api);
    this.policies = new Policies(api);
    this.destinations = new Destinations(api);
    this.recipients = new Recipients(api);
    this.conversions = new Conversions(api);
    this.venues = new Venues(api);
    this.rates = new Rates(api);
    this.watchList = new Watched(api);
    this.exports = new Exports(api);
    this.audit = new Audit(api);
    this.filters = new Filters(api);
    this.jobs = new Jobs(api);
    this.events = new Events(api);
  }

  /**
   * The order books of a pair.
   * @example const book = await trading.book('BTC-USDT').get({ depth: 10 })
   */
  book(symbol: string): OrderBooks {
    return new OrderBooks(this.#api, symbol);
  }
}
