import { byNumber, Resource, type NumberedList } from '../api/index.ts';
import type {
  Policies as PoliciesState,
  Policy,
  PolicyPage,
  PolicyProposal,
  PolicySimulation,
  PolicyUsage,
} from '../generated/models.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

/** The rules of approval. */
export class Policies extends Resource<TradingApi> {
  /** Gets the active policy and the proposed one. */
  get(options?: RequestOptions): Promise<PoliciesState> {
    return this.api.call('showPolicies', {}, options);
  }

  /** Lists all versions. */
  list(filter: Filter<'listPolicies'> = {}, options?: RequestOptions): NumberedList<PolicyPage> {
    return byNumber(
      filter,
      (query) => this.api.call('listPolicies', { query }, options),
      ({ version }) => version,
    );
  }

  /** Proposes a policy, which another person confirms. */
  propose(proposal: PolicyProposal, options?: ChangeOptions): Promise<Policy> {
    return this.api.call('proposePolicy', { body: proposal }, options);
  }

  /** Gets what counts toward the sums of the active rules, and what remains. */
  usage(options?: RequestOptions): Promise<PolicyUsage> {
    return this.api.call('showPolicyUsage', {}, options);
  }

  /** Shows how a policy would have decided. */
  simulate(proposal: PolicyProposal, options?: RequestOptions): Promise<PolicySimulation> {
    return this.api.call('simulatePolicy', { body: proposal }, options);
  }

  confirm(version: number, options?: RequestOptions): Promise<Policy> {
    return this.api.call('confirmPolicy', { path: { version } }, options);
  }

  withdraw(version: number, options?: RequestOptions): Promise<Policy> {
    return this.api.call('withdrawPolicy', { path: { version } }, options);
  }

  refuse(version: number, options?: RequestOptions): Promise<Policy> {
    return this.api.call('refusePolicy', { path: { version } }, options);
  }
}
