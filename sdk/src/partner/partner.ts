import { Service } from '../account/index.ts';
import { Api } from '../api/index.ts';
import { ExactJson } from '../decimal.ts';
import type { PartnerCreateWebhookDestination, PartnerNewClient } from '../generated/models.ts';
import { DECIMALS, partner } from '../generated/operations.ts';
import { Transport, type ClientOptions, type Sender } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import { Audit } from './audit.ts';
import { Disbursements, ManagedDisbursements } from './disbursements.ts';
import { Facts } from './facts.ts';
import { Partners, ProposalsOfChange, Terms } from './management.ts';
import { Crediting, Links, Orders, Profile, RebateGroups, Tokens, Wallets } from './program.ts';
import { Reports, Views } from './reports.ts';

/**
 * The client of the partner service. Numbers with decimals are text with their exact digits.
 * @example const partner = new Partner({ url: 'https://partner.example.com', auth: password({ login, password }) })
 */
export class Partner extends Service<
  PartnerNewClient['scopes'][number],
  PartnerCreateWebhookDestination['events'][number]
> {
  readonly reports: Reports;
  readonly views: Views;
  readonly profile: Profile;
  readonly links: Links;
  readonly wallets: Wallets;
  readonly disbursements: Disbursements;
  readonly managedDisbursements: ManagedDisbursements;
  readonly rebateGroups: RebateGroups;
  readonly orders: Orders;
  readonly facts: Facts;
  readonly crediting: Crediting;
  readonly partners: Partners;
  readonly terms: Terms;
  readonly proposals: ProposalsOfChange;
  readonly audit: Audit;
  readonly tokens: Tokens;

  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options, new ExactJson(DECIMALS));
    super(transport);
    this.#transport = transport;
    const api: PartnerApi = new Api(transport, partner);
    this.reports = new Reports(api);
    this.views = new Views(api);
    this.profile = new Profile(api);
    this.links = new Links(api);
    this.wallets = new Wallets(api);
    this.disbursements = new Disbursements(api);
    this.managedDisbursements = new ManagedDisbursements(api);
    this.rebateGroups = new RebateGroups(api);
    this.orders = new Orders(api);
    this.facts = new Facts(api);
    this.crediting = new Crediting(api);
    this.partners = new Partners(api);
    this.terms = new Terms(api);
    this.proposals = new ProposalsOfChange(api);
    this.audit = new Audit(api);
    this.tokens = new Tokens(api);
  }

  /**
   * What a manager reads as one partner. Each read is in the audit log.
   * @example const { accounts } = await partner.as('P1001').wallets.list()
   */
  as(partnerUid: string): PartnerReads {
    const api: PartnerApi = new Api(readingAs(this.#transport, partnerUid), partner);
    return {
      reports: new Reports(api),
      profile: new Profile(api),
      links: new Links(api),
      wallets: new Wallets(api),
      disbursements: new Disbursements(api),
      rebateGroups: new RebateGroups(api),
      orders: new Orders(api),
    };
  }
}

/** What can be read of a partner. */
export type PartnerReads = Pick<
  Partner,
  'reports' | 'profile' | 'links' | 'wallets' | 'disbursements' | 'rebateGroups' | 'orders'
>;

/** Sends the partner with each call. */
function readingAs(sender: Sender, partnerUid: string): Sender {
  const named = (call: Parameters<Sender['request']>[0]) => ({
    ...call,
    query: { ...call.query, partner_uid: partnerUid },
  });
  return {
    url: sender.url,
    request: (call, options) => sender.request(named(call), options),
    send: (call, options, read) => sender.send(named(call), options, read),
  };
}
