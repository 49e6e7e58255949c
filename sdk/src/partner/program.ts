import { List, Resource, type Answer, type Query } from '../api/index.ts';
import type {
  Affiliation,
  AffiliationCheck,
  Campaigns,
  Link,
  Links as LinkPage,
  PartnerSummary,
  CfdOrderDetail,
  CompensationExplanation,
  CreditedRewardExplanation,
  CreditingRun,
  ExplainedRewards,
  ForexOrderDetail,
  LedgerEntries,
  LedgerEntry,
  MadePayouts,
  NewLink,
  NewRebateGroup,
  OrderExplanation,
  PayoutDetails,
  Payouts,
  RebateGroup,
  RebateGroupChange,
  RebateRunExplanation,
  RebateRunPreview,
  RebateVerdict,
  RewardDays,
  SignedIn,
  SignIn,
  TierProgress,
  TokenState,
  WalletAccount,
  WalletBalance,
  WalletStatement,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { ChangeOptions, RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import { byNextCursor } from './by-next-cursor.ts';
import type { PagePosition } from './report.ts';

const PAGE_SIZE = 1000;

type EntryQuery = Query<operations['listWalletEntries']>;

/** The partner itself. */
export class Profile extends Resource<PartnerApi> {
  /** Tier, balances, clients, and the rewards of this month and the last. */
  summary(options?: RequestOptions): Promise<PartnerSummary> {
    return this.api.call('showPartnerSummary', {}, options);
  }

  /**
   * The tier, and what is missing for the next one.
   * @example const { next, missing } = await partner.profile.tier()
   */
  tier(options?: RequestOptions): Promise<TierProgress> {
    return this.api.call('showPartnerTier', {}, options);
  }

  /**
   * Finds out whether a client is the partner's, by one of e-mail address, client and client account.
   * @example const { affiliated } = await partner.profile.checkAffiliation({ client_account: '9001' })
   */
  checkAffiliation(check: AffiliationCheck, options?: RequestOptions): Promise<Affiliation> {
    return this.api.call('checkAffiliation', { body: check }, options);
  }
}

/** The links of the partner. */
export class Links extends Resource<PartnerApi> {
  /** Reads one page, by code. */
  list(query: { q?: string } & PagePosition = {}, options?: RequestOptions): Promise<LinkPage> {
    return this.api.call('listLinks', { query }, options);
  }

  /** @example await partner.links.create({ link_code: 'a1b2c3', partner_account: '700100' }) */
  create(link: NewLink, options?: RequestOptions): Promise<Link> {
    return this.api.call('createLink', { body: link }, options);
  }

  campaigns(options?: RequestOptions): Promise<Campaigns> {
    return this.api.call('listCampaigns', {}, options);
  }
}

/** The accounts of the partner. */
export class Wallets extends Resource<PartnerApi> {
  list(options?: RequestOptions): Promise<Answer<operations['listWalletAccounts']>> {
    return this.api.call('listWalletAccounts', {}, options);
  }

  rename(accountId: string, name: string, options?: RequestOptions): Promise<WalletAccount> {
    return this.api.call(
      'renameWalletAccount',
      { path: { account_id: accountId }, body: { account_name: name } },
      options,
    );
  }

  /**
   * Lists the ledger of an account, the newest entry first.
   * @example for await (const entry of partner.wallets.entries('700100')) console.log(entry.reason, entry.amount)
   */
  entries(
    accountId: string,
    { kind }: Pick<EntryQuery, 'kind'> = {},
    options?: RequestOptions,
  ): List<LedgerEntry, LedgerEntries, Omit<EntryQuery, 'kind'>> {
    const path = { account_id: accountId };
    const page = (position: Omit<EntryQuery, 'kind'>): Promise<LedgerEntries> =>
      this.api.call('listWalletEntries', { path, query: { ...position, ...(kind && { kind }) } }, options);
    return byNextCursor(page, ({ entries }) => entries);
  }

  /** The balance at the end of a day. */
  balance(accountId: string, day: string, options?: RequestOptions): Promise<WalletBalance> {
    return this.api.call('showWalletBalance', { path: { account_id: accountId }, query: { day } }, options);
  }

  /** The statement of a month such as 2024-03. */
  statement(accountId: string, month: string, options?: RequestOptions): Promise<WalletStatement> {
    const path = { account_id: accountId, month };
    return this.api.call('makeWalletStatement', { path }, options);
  }

  /** Opens the statement of a month as a file. */
  statementFile(
    accountId: string,
    month: string,
    format: 'csv' | 'pdf' | 'xlsx',
    options?: RequestOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const input = { path: { account_id: accountId, month }, query: { format } };
    return this.api.download({ id: 'makeWalletStatement', input }, options);
  }
}

type ClientPage = Answer<operations['listRebateGroupClients']>;
type ClientPosition = Query<operations['listRebateGroupClients']>;

/** With the tag of its settings, which is a header of the answer. */
export type TaggedRebateGroup = RebateGroup & { readonly etag: string };

const tagged = ({ body, headers }: { body: RebateGroup; headers: Headers }): TaggedRebateGroup => ({
  ...body,
  // A proxy that compresses the answer marks the tag as weak, and one that removes it leaves any to match.
  etag: headers.get('etag')?.replace(/^W\//, '') ?? '*',
});

/** Groups of clients who get a part of the rewards back. */
export class RebateGroups extends Resource<PartnerApi> {
  list(options?: RequestOptions): Promise<Answer<operations['listRebateGroups']>> {
    return this.api.call('listRebateGroups', {}, options);
  }

  /** @example await partner.rebateGroups.create({ group_title: 'Gold', group_type: 'auto', rebate_percent: '12.5', rebate_period: 'weekly' }) */
  create(group: NewRebateGroup, options?: RequestOptions): Promise<RebateGroup> {
    return this.api.call('createRebateGroup', { body: group }, options);
  }

  async get(groupId: number, options?: RequestOptions): Promise<TaggedRebateGroup> {
    return tagged(await this.api.answer('getRebateGroup', { path: { group_id: groupId } }, options));
  }

  /** @example await partner.rebateGroups.update(group.id, { rebate_percent: '10' }, { ifMatch: group.etag }) */
  async update(
    groupId: number,
    change: RebateGroupChange,
    options?: ChangeOptions,
  ): Promise<TaggedRebateGroup> {
    const input = { path: { group_id: groupId }, body: change };
    return tagged(await this.api.answer('changeRebateGroup', input, options));
  }

  remove(groupId: number, options?: RequestOptions): Promise<void> {
    return this.api.call('removeRebateGroup', { path: { group_id: groupId } }, options);
  }

  /** Lists the uids of the clients in the group, in their order. */
  clients(groupId: number, options?: RequestOptions): List<string, ClientPage, ClientPosition> {
    const page = (query: ClientPosition) =>
      this.api.call('listRebateGroupClients', { path: { group_id: groupId }, query }, options);
    return new List(page, async function* rows() {
      for (let after: string | undefined; ;) {
        const { clients } = await page({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
        yield* clients;
        if (clients.length < PAGE_SIZE) return;
        after = clients.at(-1);
      }
    });
  }

  addClient(groupId: number, clientUid: string, options?: RequestOptions): Promise<void> {
    const path = { group_id: groupId, client_uid: clientUid };
    return this.api.call('moveClientIntoRebateGroup', { path }, options);
  }

  removeClient(groupId: number, clientUid: string, options?: RequestOptions): Promise<void> {
    const path = { group_id: groupId, client_uid: clientUid };
    return this.api.call('moveClientOutOfRebateGroup', { path }, options);
  }

  /** Reads one page, newest first. */
  runs(
    groupId: number,
    { limit, offset, ...options }: RequestOptions & PagePosition = {},
  ): Promise<Answer<operations['listRebateRuns']>> {
    const query = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) };
    return this.api.call('listRebateRuns', { path: { group_id: groupId }, query }, options);
  }

  /** The reward and the percentage of each rebate of a period. */
  explainRun(
    groupId: number,
    periodStart: string,
    query: PagePosition = {},
    options?: RequestOptions,
  ): Promise<RebateRunExplanation> {
    const path = { group_id: groupId, period_start: periodStart };
    return this.api.call('explainRebateRun', { path, query }, options);
  }

  /** What the current period would pay by the rewards credited so far. */
  previewRun(groupId: number, query: PagePosition = {}, options?: RequestOptions): Promise<RebateRunPreview> {
    return this.api.call('previewRebateRun', { path: { group_id: groupId }, query }, options);
  }

  /** Approves or refuses the rebates of a period. */
  decideRun(
    groupId: number,
    periodStart: string,
    verdict: RebateVerdict,
    options?: RequestOptions,
  ): Promise<void> {
    const path = { group_id: groupId, period_start: periodStart };
    return this.api.call('decideRebateRun', { path, body: verdict }, options);
  }
}

/** How rewards were computed. */
export class Orders extends Resource<PartnerApi> {
  /** @example const { rewards } = await partner.orders.explain('real-1:123456') */
  explain(orderId: string, options?: RequestOptions): Promise<OrderExplanation> {
    return this.api.call('explainOrder', { path: { order_id: orderId } }, options);
  }

  /** The orders behind a row of the credited rewards. */
  explainCredited(
    rewardId: number,
    query: PagePosition = {},
    options?: RequestOptions,
  ): Promise<CreditedRewardExplanation> {
    return this.api.call('explainCreditedReward', { path: { reward_id: rewardId }, query }, options);
  }

  /** The orders of a compensation. */
  explainProgress(
    compensationId: number,
    query: PagePosition = {},
    options?: RequestOptions,
  ): Promise<CompensationExplanation> {
    const path = { compensation_id: compensationId };
    return this.api.call('explainProgressReward', { path, query }, options);
  }

  /**
   * Credited rows by kind: rewards, second-level rewards and commissions.
   * @example const { rows } = await partner.orders.credited({ date_from: '2024-03-04', date_to: '2024-03-04' })
   */
  credited(
    query: Query<operations['listExplainedRewards']> = {},
    options?: RequestOptions,
  ): Promise<ExplainedRewards> {
    return this.api.call('listExplainedRewards', { query }, options);
  }

  /** What was credited for each day, by kind. */
  creditedDays(
    query: Query<operations['listRewardDays']> = {},
    options?: RequestOptions,
  ): Promise<RewardDays> {
    return this.api.call('listRewardDays', { query }, options);
  }

  /** By `server:ticket`, or by the ticket alone where only one server has it. */
  explainForex(orderId: string, options?: RequestOptions): Promise<ForexOrderDetail> {
    return this.api.call('explainForexOrder', { path: { order_id: orderId } }, options);
  }

  explainForexOnServer(server: string, ticket: string, options?: RequestOptions): Promise<ForexOrderDetail> {
    return this.api.call('explainForexOrderOnServer', { path: { server, order_id: ticket } }, options);
  }

  /** By `server:ticket`, or by the ticket alone where only one server has it. */
  explainCfd(orderId: string, options?: RequestOptions): Promise<CfdOrderDetail> {
    return this.api.call('explainCfdOrder', { path: { order_id: orderId } }, options);
  }

  explainCfdOnServer(server: string, ticket: string, options?: RequestOptions): Promise<CfdOrderDetail> {
    return this.api.call('explainCfdOrderOnServer', { path: { server, order_id: ticket } }, options);
  }
}

/** Rewards that are paid out. */
export class Crediting extends Resource<PartnerApi> {
  /** @example await partner.crediting.run({ through: '2024-03-31' }) */
  run(run: CreditingRun, options?: RequestOptions): Promise<Payouts> {
    return this.api.call('runCrediting', { body: run }, options);
  }

  /** Reads one page of the payouts that were made, newest first. */
  payouts(
    query: { kind?: 'rewards' | 'adjustments' | 'progress'; limit?: number; offset?: number } = {},
    options?: RequestOptions,
  ): Promise<MadePayouts> {
    return this.api.call('listPayouts', { query }, options);
  }

  /** A payout with what it credited by partner. */
  payout(number: number, options?: RequestOptions): Promise<PayoutDetails> {
    return this.api.call('showPayout', { path: { number } }, options);
  }
}

/** Tokens of people by hand. */
export class Tokens extends Resource<PartnerApi> {
  create(person: SignIn, options?: RequestOptions): Promise<SignedIn> {
    return this.api.call('signIn', { body: person }, options);
  }

  check(options?: RequestOptions): Promise<TokenState> {
    return this.api.call('checkToken', {}, options);
  }

  renew(options?: RequestOptions): Promise<SignedIn> {
    return this.api.call('renewToken', {}, options);
  }

  end(options?: RequestOptions): Promise<void> {
    return this.api.call('endToken', {}, options);
  }
}
