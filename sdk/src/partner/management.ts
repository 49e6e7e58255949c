import { Resource, type Query } from '../api/index.ts';
import type {
  ManagedLinks,
  ManagedPartnerDetails,
  ManagedPartners,
  NewCampaigns,
  NewLinks,
  NewManualEntry,
  NewPartnerAccounts,
  NewPartners,
  NewProposal,
  NewReinstatement,
  NewSuspension,
  PartnerChange,
  Proposal,
  Proposals,
  TariffDraft,
  TariffHistory,
  TariffPreview,
  Tariffs,
  TierChangeDraft,
  TierChangeHistory,
  TierChangePreview,
  TierChanges,
  TierLevelHistory,
  TierLevels,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import type { PagePosition } from './report.ts';

/** The partners of the program, for those who run it. */
export class Partners extends Resource<PartnerApi> {
  /** @example await partner.partners.list({ q: 'P10' }) */
  list(
    query: { q?: string; parent_uid?: string } & PagePosition = {},
    options?: RequestOptions,
  ): Promise<ManagedPartners> {
    return this.api.call('listPartners', { query }, options);
  }

  get(partnerUid: string, options?: RequestOptions): Promise<ManagedPartnerDetails> {
    return this.api.call('showPartner', { path: { partner_uid: partnerUid } }, options);
  }

  async create(partner: NewPartners, options?: RequestOptions): Promise<void> {
    await this.api.call('createPartner', { body: partner }, options);
  }

  update(
    partnerUid: string,
    change: PartnerChange,
    options?: RequestOptions,
  ): Promise<ManagedPartnerDetails> {
    return this.api.call('changePartner', { path: { partner_uid: partnerUid }, body: change }, options);
  }

  async createAccount(
    partnerUid: string,
    account: NewPartnerAccounts,
    options?: RequestOptions,
  ): Promise<void> {
    await this.api.call(
      'createPartnerAccount',
      { path: { partner_uid: partnerUid }, body: account },
      options,
    );
  }

  /** Proposes that the partner earns nothing from a day on. A second person confirms it. */
  suspend(partnerUid: string, suspension: NewSuspension, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('suspendPartner', { path: { partner_uid: partnerUid }, body: suspension }, options);
  }

  /** Proposes that a suspended partner earns again from a day on. A second person confirms it. */
  reinstate(
    partnerUid: string,
    reinstatement: NewReinstatement,
    options?: RequestOptions,
  ): Promise<Proposal> {
    const path = { partner_uid: partnerUid };
    return this.api.call('reinstatePartner', { path, body: reinstatement }, options);
  }

  /**
   * Proposes a clawback, a bonus or a write-off. A second person confirms it.
   * @example await partner.partners.proposeEntry('P1001', { account_id: '700100', kind: 'bonus', amount: '120.50', reason: 'Spring' })
   */
  proposeEntry(partnerUid: string, entry: NewManualEntry, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('proposeLedgerEntry', { path: { partner_uid: partnerUid }, body: entry }, options);
  }

  links(partnerUid: string, query: PagePosition = {}, options?: RequestOptions): Promise<ManagedLinks> {
    return this.api.call('listPartnerLinks', { path: { partner_uid: partnerUid }, query }, options);
  }

  async createLink(partnerUid: string, link: NewLinks, options?: RequestOptions): Promise<void> {
    await this.api.call('createPartnerLink', { path: { partner_uid: partnerUid }, body: link }, options);
  }

  async createCampaign(campaign: NewCampaigns, options?: RequestOptions): Promise<void> {
    await this.api.call('createCampaign', { body: campaign }, options);
  }
}

type TariffKey = Query<operations['showTariffHistory']>;

/** What partners are paid by. */
export class Terms extends Resource<PartnerApi> {
  /** @example await partner.terms.tariffs({ partner_uid: 'P1001', day: '2024-03-01' }) */
  tariffs(query: Query<operations['listTariffs']> = {}, options?: RequestOptions): Promise<Tariffs> {
    return this.api.call('listTariffs', { query }, options);
  }

  /** Every version of the tariffs of a partner, account type and symbol, newest first. */
  tariffHistory(key: TariffKey, options?: RequestOptions): Promise<TariffHistory> {
    return this.api.call('showTariffHistory', { query: key }, options);
  }

  tierChanges(
    query: Query<operations['listTierChanges']> = {},
    options?: RequestOptions,
  ): Promise<TierChanges> {
    return this.api.call('listTierChanges', { query }, options);
  }

  tierChangeHistory(compensationId: number, options?: RequestOptions): Promise<TierChangeHistory> {
    const path = { compensation_id: compensationId };
    return this.api.call('showTierChangeHistory', { path }, options);
  }

  /** What partners have to reach for each tier. */
  tierLevels(
    query: { tier_group_id?: number } & PagePosition = {},
    options?: RequestOptions,
  ): Promise<TierLevels> {
    return this.api.call('listTierLevels', { query }, options);
  }

  tierLevelHistory(tierGroupId: number, options?: RequestOptions): Promise<TierLevelHistory> {
    return this.api.call('showTierLevelHistory', { path: { tier_group_id: tierGroupId } }, options);
  }
}

/** Changes of what is paid, which a second person confirms. */
export class ProposalsOfChange extends Resource<PartnerApi> {
  /** @example await partner.proposals.list({ status: 'PROPOSED', by_others: true }) */
  list(query: Query<operations['listProposals']> = {}, options?: RequestOptions): Promise<Proposals> {
    return this.api.call('listProposals', { query }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('showProposal', { path: { id } }, options);
  }

  create(proposal: NewProposal, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('createProposal', { body: proposal }, options);
  }

  confirm(id: string, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('confirmProposal', { path: { id } }, options);
  }

  withdraw(id: string, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('withdrawProposal', { path: { id } }, options);
  }

  refuse(id: string, options?: RequestOptions): Promise<Proposal> {
    return this.api.call('refuseProposal', { path: { id } }, options);
  }

  /** What draft tier changes would pay. */
  previewTierChanges(draft: TierChangeDraft, options?: RequestOptions): Promise<TierChangePreview> {
    return this.api.call('previewTierChanges', { body: draft }, options);
  }

  /** What partners would have earned in a month by draft tariffs. */
  preview(draft: TariffDraft, options?: RequestOptions): Promise<TariffPreview> {
    return this.api.call('previewTariffs', { body: draft }, options);
  }
}
