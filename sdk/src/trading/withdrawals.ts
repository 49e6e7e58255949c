import { byCursor, Resource, type CursorList } from '../api/index.ts';
import type {
  ApprovalPage,
  CreateWithdrawal,
  Resolution,
  ScreeningAnswer,
  Vote,
  VoteResults,
  Votes,
  Withdrawal,
  WithdrawalDetail,
  WithdrawalEvent,
  WithdrawalPage,
} from '../generated/models.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { Filter, TradingApi } from './api.ts';

export interface CreateOptions extends RequestOptions {
  /** Checks and stores the request as SIMULATED, and never sends it. */
  readonly dryRun?: boolean | undefined;
}

export const dryRunHeader = ({ dryRun, ...options }: CreateOptions = {}) => ({
  ...options,
  headers: { 'x-dry-run': dryRun === true ? 'true' : undefined },
});

/** Withdrawals from venues. */
export class Withdrawals extends Resource<TradingApi> {
  /**
   * Requests a withdrawal. The same reference again returns the same withdrawal.
   * @example await trading.withdrawals.create({ reference: 'payout-17', venue: 'aurora', asset: { code: 'USDT' }, amount: '1250.50', blockchainDestination })
   */
  create(withdrawal: CreateWithdrawal, options?: CreateOptions): Promise<Withdrawal> {
    return this.api.call('createWithdrawal', { body: withdrawal }, dryRunHeader(options));
  }

  /**
   * Lists withdrawals, the newest first.
   * @example for await (const withdrawal of trading.withdrawals.list({ status: 'PENDING' })) console.log(withdrawal.id)
   */
  list(filter: Filter<'listWithdrawals'> = {}, options?: RequestOptions): CursorList<WithdrawalPage> {
    return byCursor(filter, (query) => this.api.call('listWithdrawals', { query }, options));
  }

  /** @example const { status } = await trading.withdrawals.get(id) */
  get(id: string, query: { expand?: 'approvals' } = {}, options?: RequestOptions): Promise<WithdrawalDetail> {
    return this.api.call('getWithdrawal', { path: { id }, query }, options);
  }

  /** Lists what has happened to the withdrawal. */
  events(id: string, options?: RequestOptions): Promise<WithdrawalEvent[]> {
    return this.api.call('listWithdrawalEvents', { path: { id } }, options);
  }

  cancel(id: string, options?: RequestOptions): Promise<Withdrawal> {
    return this.api.call('cancelWithdrawal', { path: { id } }, options);
  }

  /** @example await trading.withdrawals.vote(id, { decision: 'APPROVE' }) */
  vote(id: string, vote: Vote, options?: RequestOptions): Promise<Withdrawal> {
    return this.api.call('voteOnWithdrawal', { path: { id }, body: vote }, options);
  }

  /**
   * Answers the screening of a withdrawal, once, with the digest of the event or of the withdrawal.
   * @example await trading.withdrawals.screen(id, { verdict: 'PASS', digest, reason: 'No match.', evidence: 'case 48213' })
   */
  screen(id: string, answer: ScreeningAnswer, options?: RequestOptions): Promise<Withdrawal> {
    return this.api.call('screenWithdrawal', { path: { id }, body: answer }, options);
  }

  /** Decides a withdrawal whose outcome the venue does not tell. */
  resolve(id: string, resolution: Resolution, options?: RequestOptions): Promise<Withdrawal> {
    return this.api.call('resolveWithdrawal', { path: { id }, body: resolution }, options);
  }
}

/** Withdrawals that wait for the vote of the person. */
export class Approvals extends Resource<TradingApi> {
  /** @example for await (const approval of trading.approvals.list()) console.log(approval) */
  list(filter: Filter<'listApprovals'> = {}, options?: RequestOptions): CursorList<ApprovalPage> {
    return byCursor(filter, (query) => this.api.call('listApprovals', { query }, options));
  }

  /** Lists what waits for votes that are not the caller's to give, with the reason. */
  others(filter: Filter<'listOtherApprovals'> = {}, options?: RequestOptions): CursorList<ApprovalPage> {
    return byCursor(filter, (query) => this.api.call('listOtherApprovals', { query }, options));
  }

  /** Votes on several withdrawals with one confirmation. */
  vote(votes: Votes, options?: RequestOptions): Promise<VoteResults> {
    return this.api.call('voteTogether', { body: votes }, options);
  }
}
