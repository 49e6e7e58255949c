import { expect, test } from 'vitest';
import { OFF_CHAIN } from '../partner/disbursements/testing/off-chain.ts';
import { NO_ISSUER } from '../partner/disbursements/testing/issuer.ts';
import { testFacts } from '../partner/testing/facts.ts';
import type { Endpoint } from '../platform/http/index.ts';
import { NO_KEYS } from '../platform/personal-data/index.ts';
import { WEBHOOKS } from '../platform/webhooks/testing/fixture.ts';
import { partnerEndpoints } from './endpoints.ts';

const WRITES = [
  'confirmProposal',
  'createLink',
  'changePartner',
  'createCampaign',
  'createPartner',
  'createPartnerAccount',
  'createPartnerLink',
  'importFacts',
  'runCrediting',
  'sendFacts',
  'voidFacts',
];

/** Of rows of a partner, which a manager can read as that partner. */
const READS_OF_PARTNERS = [
  'explainCfdOrder',
  'explainCfdOrderOnServer',
  'explainCreditedReward',
  'explainForexOrder',
  'explainForexOrderOnServer',
  'explainOrder',
  'explainProgressReward',
  'explainRebateRun',
  'getClientAccounts',
  'getClientTransactions',
  'getClients',
  'getCreditedRewards',
  'getIbPerformance',
  'getPerformance',
  'getProgressRewardDetail',
  'getProgressRewards',
  'getRebateGroup',
  'getSecondLevelAccounts',
  'getSecondLevelRewards',
  'getSharedAccounts',
  'getSubpartners',
  'getSymbols',
  'getTrafficQuality',
  'listCampaigns',
  'listDisbursementDestinations',
  'listDisbursementBalances',
  'listDisbursementMethods',
  'listDisbursements',
  'listSelfBillingDocuments',
  'listExplainedRewards',
  'listFilterValues',
  'listLinks',
  'listRebateGroupClients',
  'listRebateGroups',
  'listRebateRuns',
  'listReports',
  'listRewardDays',
  'listWalletAccounts',
  'listWalletEntries',
  'makeWalletStatement',
  'previewRebateRun',
  'showDisbursement',
  'showSelfBillingAgreement',
  'showSelfBillingDocument',
  'showPartnerSummary',
  'showPartnerTier',
  'showWalletBalance',
];

/** Of the program as a whole. */
const READS_OF_PROGRAM = [
  'describeProgramAuditFilter',
  'getFactsStatus',
  'getProgramIbPerformance',
  'getProgramPerformance',
  'listAllDisbursementDestinations',
  'listAllDisbursements',
  'listAllSelfBillingDocuments',
  'listDisbursementBanks',
  'listDisbursementBlocks',
  'listDisbursementFiles',
  'listDisbursementRuns',
  'listFactBatches',
  'listFactKinds',
  'listFacts',
  'listPartnerLinks',
  'listPartners',
  'listPayouts',
  'listProgramAudit',
  'listProposals',
  'listSavedViews',
  'listTariffs',
  'listTierChanges',
  'listTierLevels',
  'listUnmatchedDisbursementLines',
  'previewDisbursementRun',
  'showAnyDisbursement',
  'showAnySelfBillingDocument',
  'showPartner',
  'showPayout',
  'showProposal',
  'showTariffHistory',
  'showTierChangeHistory',
  'showTierLevelHistory',
];

/** They read no facts. */
const READS_OF_WEBHOOKS = [
  'getWebhookDelivery',
  'getWebhookDestination',
  'getWebhookHistory',
  'listWebhookDeliveries',
  'listWebhookDestinations',
];
/** Of the people who use the service, and of nothing that is computed from facts. */
const READS_OF_ACCOUNTS = ['listNoticeDeliveries', 'listNoticeRooms', 'showNoticeSettings'];
/** Personal data: not what a manager sees who reads as a partner. */
const READS_OF_PEOPLE = ['showAnyDisbursementRecipient', 'showDisbursementRecipient'];

test('who answers an operation of the partner service, and as whom it can be read, is declared', async () => {
  const { facts } = await testFacts();
  const endpoints = partnerEndpoints(facts, {
    isMailConfigured: false,
    memoryMib: 0,
    linkUrl: '',
    disbursements: {
      coolingOffHours: 72,
      minimums: [],
      banks: [],
      methods: [],
      onChain: OFF_CHAIN,
      issuer: NO_ISSUER,
      personal: NO_KEYS,
    },
    webhooks: WEBHOOKS,
  });
  const those = (isOne: (endpoint: Endpoint) => boolean): string[] =>
    endpoints
      .filter(isOne)
      .map(({ operation }) => operation)
      .toSorted();
  expect(those(({ answeredBy }) => answeredBy === 'writer')).toEqual(WRITES.toSorted());
  expect(those(({ readAs }) => readAs === 'partner')).toEqual(READS_OF_PARTNERS.toSorted());
  const reads = [...READS_OF_PARTNERS, ...READS_OF_PROGRAM].toSorted();
  expect(those(({ waitsForWrites = false }) => waitsForWrites)).toEqual(reads);
  const others = [...READS_OF_WEBHOOKS, ...READS_OF_ACCOUNTS, ...READS_OF_PEOPLE];
  expect(those(({ method }) => method === 'GET')).toEqual([...reads, ...others].toSorted());
});
