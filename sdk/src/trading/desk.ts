import {
  byCursor,
  byKey,
  Resource,
  type Answer,
  type CursorList,
  type KeyPosition,
  type List,
  type Query,
} from '../api/index.ts';
import type {
  AuditPage,
  CheckedDestination,
  Counterparties,
  DestinationCheck,
  FilterDescription,
  Job,
  NewDestination,
  Recipient,
  RecipientChange,
  SavedDestination,
  Venue,
  VenueSwitchChange,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** What the venues hold. */
export interface BalanceSummary {
  readonly rows: Answer<operations['summariseBalances']>;
  /** The codes of the venues that did not answer: what they hold is not in the rows. */
  readonly missing: readonly string[];
}

/** The venues and what they hold. */
export class Venues extends Resource<TradingApi> {
  list(options?: RequestOptions): Promise<Venue[]> {
    return this.api.call('listVenues', {}, options);
  }

  /** Switches a venue on or off. */
  update(code: string, change: VenueSwitchChange, options?: RequestOptions): Promise<Venue> {
    return this.api.call('switchVenue', { path: { code }, body: change }, options);
  }

  /** Finds providers of wallets, such as other exchanges, by the names that a venue has for them. */
  counterparties(
    code: string,
    query: Query<operations['searchCounterparties']> = {},
    options?: RequestOptions,
  ): Promise<Counterparties> {
    return this.api.call('searchCounterparties', { path: { code }, query }, options);
  }

  /**
   * Gets what the venues hold. A venue that does not answer has no rows: `balanceSummary` names it.
   * @example const balances = await trading.venues.balances({ asset: 'USDT' })
   */
  async balances(
    query: Query<operations['summariseBalances']> = {},
    options?: RequestOptions,
  ): Promise<BalanceSummary['rows']> {
    return (await this.balanceSummary(query, options)).rows;
  }

  /**
   * Gets what the venues hold, and which of them did not answer.
   * @example const { rows, missing } = await trading.venues.balanceSummary({ aggregate: true })
   */
  async balanceSummary(
    query: Query<operations['summariseBalances']> = {},
    options?: RequestOptions,
  ): Promise<BalanceSummary> {
    const { body, headers } = await this.api.answer('summariseBalances', { query }, options);
    return { rows: body, missing: headers.get('x-missing-venues')?.split(',') ?? [] };
  }
}

/** Who receives withdrawals: personal data, which everything else shows as a keyed hash. */
export class Recipients extends Resource<TradingApi> {
  /** Needs the scope `pii:view`. */
  get(id: string, options?: RequestOptions): Promise<Recipient> {
    return this.api.call('getRecipient', { path: { id } }, options);
  }

  /** Erases what is known; the keyed hash stays. */
  erase(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('eraseRecipient', { path: { id } }, options);
  }
}

/** Saved destinations of withdrawals. */
export class Destinations extends Resource<TradingApi> {
  list(options?: RequestOptions): List<SavedDestination, SavedDestination[], KeyPosition> {
    return byKey(
      ({ after }) => this.api.call('listDestinations', { query: { afterAlias: after } }, options),
      ({ alias }) => alias,
    );
  }

  /** Saves a destination, which another person confirms. */
  create(destination: NewDestination, options?: RequestOptions): Promise<SavedDestination> {
    return this.api.call('saveDestination', { body: destination }, options);
  }

  /** Says what is wrong with an address and, for a venue, with who receives there, without saving it. */
  check(destination: CheckedDestination, options?: RequestOptions): Promise<DestinationCheck> {
    return this.api.call('checkDestination', { body: destination }, options);
  }

  confirm(id: string, options?: RequestOptions): Promise<SavedDestination> {
    return this.api.call('confirmDestination', { path: { id } }, options);
  }

  /** Says who receives what is sent there. Another person confirms it anew. */
  changeRecipient(id: string, change: RecipientChange, options?: RequestOptions): Promise<SavedDestination> {
    return this.api.call('changeRecipient', { path: { id }, body: change }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeDestination', { path: { id } }, options);
  }
}

/** The audit log. */
export class Audit extends Resource<TradingApi> {
  /** @example for await (const entry of trading.audit.list({ q: 'action:withdrawal.vote' })) console.log(entry) */
  list(filter: Filter<'listAudit'> = {}, options?: RequestOptions): CursorList<AuditPage> {
    return byCursor(filter, (query) => this.api.call('listAudit', { query }, options));
  }
}

/** Which fields the filters of lists have. */
export class Filters extends Resource<TradingApi> {
  conversion(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeConversionFilter', {}, options);
  }

  withdrawal(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeWithdrawalFilter', {}, options);
  }

  deposit(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeDepositFilter', {}, options);
  }

  transfer(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeTransferFilter', {}, options);
  }

  fee(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeFeeFilter', {}, options);
  }

  audit(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeAuditFilter', {}, options);
  }
}

/** Work in the background. */
export class Jobs extends Resource<TradingApi> {
  /** Lists dead jobs, unless another state is given. */
  list(
    filter: Omit<Query<operations['listJobs']>, 'after'> = {},
    options?: RequestOptions,
  ): List<Job, Job[], KeyPosition> {
    return byKey(
      ({ after }) => this.api.call('listJobs', { query: { ...filter, after } }, options),
      ({ id }) => id,
    );
  }

  retry(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('retryJob', { path: { id } }, options);
  }

  discard(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('discardJob', { path: { id } }, options);
  }
}
