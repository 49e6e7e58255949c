import { Service } from '../account/index.ts';
import { Api } from '../api/index.ts';
import { ExactJson } from '../decimal.ts';
import { DECIMALS, partner } from '../generated/operations.ts';
import type { components } from '../generated/partner.ts';
import { Transport, type ClientOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import { Facts } from './facts.ts';
import { Partners, ProposalsOfChange } from './management.ts';
import { Crediting, Orders, Profile, RebateGroups, Tokens, Wallets } from './program.ts';
import { Reports, Views } from './reports.ts';

/**
 * The client of the partner service. Numbers with decimals are text with their exact digits.
 * @example const partner = new Partner({ url: 'https://partner.example.com', auth: password({ login, password }) })
 */
export class Partner extends Service<components['schemas']['NewClient']['scopes'][number]> {
  readonly reports: Reports;
  readonly views: Views;
  readonly profile: Profile;
  readonly wallets: Wallets;
  readonly rebateGroups: RebateGroups;
  readonly orders: Orders;
  readonly facts: Facts;
  readonly crediting: Crediting;
  readonly partners: Partners;
  readonly proposals: ProposalsOfChange;
  readonly tokens: Tokens;

  constructor(options: ClientOptions) {
    const transport = new Transport(options, new ExactJson(DECIMALS.split(' ')));
    super(transport);
    const api: PartnerApi = new Api(transport, partner);
    this.reports = new Reports(api);
    this.views = new Views(api);
    this.profile = new Profile(api);
    this.wallets = new Wallets(api);
    this.rebateGroups = new RebateGroups(api);
    this.orders = new Orders(api);
    this.facts = new Facts(api);
    this.crediting = new Crediting(api);
    this.partners = new Partners(api);
    this.proposals = new ProposalsOfChange(api);
    this.tokens = new Tokens(api);
  }
}
