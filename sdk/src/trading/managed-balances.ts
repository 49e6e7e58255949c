import { byNumber, Resource, type NumberedList } from '../api/index.ts';
import type {
  BalanceProposal,
  BalanceProposalPage,
  ManagedBalance,
  ManagedBalanceSettings,
} from '../generated/models.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** Balances that are kept between bounds, and what they propose. */
export class ManagedBalances extends Resource<TradingApi> {
  /** Lists all of them with their open proposals. */
  list(options?: RequestOptions): Promise<ManagedBalance[]> {
    return this.api.call('listManagedBalances', {}, options);
  }

  get(venue: string, asset: string, options?: RequestOptions): Promise<ManagedBalance> {
    return this.api.call('getManagedBalance', { path: { venue, asset } }, options);
  }

  /**
   * Sets what a balance is kept between. What can act alone waits for another admin.
   * @example await trading.managedBalances.set('borealis', 'USDC', { minimum: '10000', target: '25000', maximum: '100000', dailyCap: '50000', sources: [{ kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' }], acts: 'PROPOSE' })
   */
  set(
    venue: string,
    asset: string,
    settings: ManagedBalanceSettings,
    options?: ChangeOptions,
  ): Promise<ManagedBalance> {
    return this.api.call('saveManagedBalance', { path: { venue, asset }, body: settings }, options);
  }

  /** Confirms the pending settings of another admin. */
  confirm(venue: string, asset: string, options?: RequestOptions): Promise<ManagedBalance> {
    return this.api.call('confirmManagedBalance', { path: { venue, asset } }, options);
  }

  /** Drops pending settings. */
  refuse(venue: string, asset: string, options?: RequestOptions): Promise<void> {
    return this.api.call('refuseManagedBalance', { path: { venue, asset } }, options);
  }

  remove(venue: string, asset: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeManagedBalance', { path: { venue, asset } }, options);
  }

  /**
   * Lists proposals, the newest first.
   * @example for await (const proposal of trading.managedBalances.proposals({ status: 'OPEN' })) console.log(proposal.reason)
   */
  proposals(
    filter: Filter<'listBalanceProposals'> = {},
    options?: RequestOptions,
  ): NumberedList<BalanceProposalPage> {
    return byNumber(
      filter,
      (query) => this.api.call('listBalanceProposals', { query }, options),
      ({ id }) => id,
    );
  }

  proposal(id: string, options?: RequestOptions): Promise<BalanceProposal> {
    return this.api.call('getBalanceProposal', { path: { id } }, options);
  }

  /** Carries out a proposal: once, however often it is confirmed. */
  confirmProposal(id: string, options?: RequestOptions): Promise<BalanceProposal> {
    return this.api.call('confirmBalanceProposal', { path: { id } }, options);
  }

  dismissProposal(id: string, options?: RequestOptions): Promise<BalanceProposal> {
    return this.api.call('dismissBalanceProposal', { path: { id } }, options);
  }
}
