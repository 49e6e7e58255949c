import { auditEndpoints as programAuditEndpoints } from '../partner/audit/index.ts';
import { creditingEndpoints } from '../partner/crediting/index.ts';
import { disbursementEndpoints, type DisbursementSettings } from '../partner/disbursements/index.ts';
import { explanationEndpoints } from '../partner/explanations/index.ts';
import { asDeclared, factEndpoints, ofProgram } from '../partner/facts/http/index.ts';
import type { Facts } from '../partner/facts/handle/index.ts';
import { linkEndpoints } from '../partner/links/index.ts';
import { profileEndpoints } from '../partner/profile/index.ts';
import { asPartner, programEndpoints } from '../partner/program/index.ts';
import { rebateEndpoints } from '../partner/rebates/index.ts';
import { reportEndpoints } from '../partner/reports/index.ts';
import { orderDetailEndpoints } from '../partner/rewards/index.ts';
import { viewEndpoints } from '../partner/views/index.ts';
import { walletEndpoints } from '../partner/wallets/index.ts';
import { grantOf, type ServiceName } from '../platform/auth/index.ts';
import type { Endpoint } from '../platform/http/index.ts';
import { noticeEndpoints } from '../platform/notices/index.ts';
import { auditEndpoints } from '../trading/audit/index.ts';
import { balanceEndpoints } from '../trading/balances/index.ts';
import { conversionEndpoints, type BoundRules } from '../trading/conversions/index.ts';
import { depositAddressEndpoints } from '../trading/deposit-addresses/index.ts';
import { depositEndpoints } from '../trading/deposits/index.ts';
import { destinationEndpoints } from '../trading/destinations/index.ts';
import { eventEndpoints } from '../trading/events/index.ts';
import { exportEndpoints } from '../trading/exports/index.ts';
import { filterEndpoints } from '../trading/filters/index.ts';
import { flowEndpoints } from '../trading/flows/index.ts';
import { jobEndpoints } from '../trading/jobs/index.ts';
import { liveRates, marketDataEndpoints } from '../trading/market-data/index.ts';
import { managedBalanceEndpoints } from '../trading/managed-balances/index.ts';
import { policyEndpoints } from '../trading/policies/index.ts';
import { priceEndpoints } from '../trading/prices/index.ts';
import { recipientEndpoints } from '../trading/recipients/index.ts';
import { createDirectory, venueEndpoints } from '../trading/venues/index.ts';
import { webhookEndpoints, type Webhooks } from '../platform/webhooks/index.ts';
import { transferEndpoints } from '../trading/transfers/index.ts';
import { withdrawalEndpoints } from '../trading/withdrawals/index.ts';
import { partnerEvents, tradingEvents } from './events.ts';
import { noticeKinds } from './notices.ts';
import type { Resources } from './resources.ts';

type TradingResources = Pick<
  Resources,
  'database' | 'venues' | 'marketData' | 'feed' | 'storage' | 'webhooks' | 'personal'
>;

interface NoticeSettings {
  readonly isMailConfigured: boolean;
}

/** In the order of the reference page. */
export function tradingEndpoints(
  resources: TradingResources,
  { isMailConfigured, ...bounds }: BoundRules & NoticeSettings,
): Endpoint[] {
  const { database, venues, marketData, feed, storage, webhooks, personal } = resources;
  const directory = createDirectory(venues, database.db);
  const rates = liveRates(marketData);
  return [
    ...venueEndpoints(venues),
    ...marketDataEndpoints(marketData),
    ...priceEndpoints(marketData),
    ...withdrawalEndpoints(directory, rates, personal),
    ...depositEndpoints(),
    ...depositAddressEndpoints(directory),
    ...transferEndpoints(directory, rates, personal),
    ...balanceEndpoints(),
    ...flowEndpoints(),
    ...conversionEndpoints({ markets: marketData, venues: directory }, bounds),
    ...managedBalanceEndpoints(
      { directory, access: { markets: marketData, venues: directory }, bounds, personal },
      rates,
    ),
    ...policyEndpoints(),
    ...destinationEndpoints(directory, personal),
    ...recipientEndpoints(personal),
    ...exportEndpoints(storage),
    ...filterEndpoints(),
    ...auditEndpoints(),
    ...jobEndpoints(),
    ...webhookEndpoints(webhooks, tradingEvents),
    ...eventEndpoints(feed, tradingEvents),
    ...noticeEndpoints(noticesOf('trading', { isMailConfigured, webhooks })),
  ];
}

const noticesOf = (
  service: ServiceName,
  { isMailConfigured, webhooks }: NoticeSettings & Pick<Resources, 'webhooks'>,
) => ({
  service,
  kinds: noticeKinds,
  grantOf: (scope: string) => grantOf(service, scope),
  isMailConfigured,
  chat: webhooks,
  push: webhooks,
});

interface PartnerSettings extends NoticeSettings {
  /** Memory for cached report pages. */
  readonly memoryMib: number;
  readonly linkUrl: string;
  readonly disbursements: DisbursementSettings;
  readonly webhooks: Webhooks;
}

/** In the order of the reference page. */
export function partnerEndpoints(facts: Facts, settings: PartnerSettings): Endpoint[] {
  const { memoryMib, linkUrl, disbursements, webhooks, isMailConfigured } = settings;
  const endpoints = [
    ...reportEndpoints(facts, memoryMib * 2 ** 20),
    ...profileEndpoints(facts),
    ...linkEndpoints(facts, linkUrl),
    ...walletEndpoints(facts),
    ...disbursementEndpoints(facts, disbursements),
    ...rebateEndpoints(facts),
    ...orderDetailEndpoints(facts),
    ...explanationEndpoints(facts),
    ...viewEndpoints({ facts, isMailConfigured }),
    ...factEndpoints(facts),
    ...creditingEndpoints(facts),
    ...programEndpoints(facts),
    ...programAuditEndpoints(),
    ...webhookEndpoints(webhooks, partnerEvents).map(ofProgram),
  ];
  return [
    ...endpoints.map((each) => asDeclared(facts, each.readAs === 'partner' ? asPartner(facts, each) : each)),
    ...noticeEndpoints(noticesOf('partner', { isMailConfigured, webhooks })),
  ];
}
