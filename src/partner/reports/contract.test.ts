import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { REPORTS } from './declarations/index.ts';
import { querySchema, type Fields } from './query/index.ts';

/** A schema in a word; `?` where it may be null. */
function word(schema: TSchema): string {
  const { type, format, anyOf, items, properties, pattern } = schema as {
    type?: string;
    format?: string;
    anyOf?: readonly TSchema[];
    items?: TSchema;
    properties?: Readonly<Record<string, TSchema>>;
    pattern?: string;
  };
  if (anyOf) return `${word(anyOf[0] ?? {})}?`;
  if (items) return `[${word(items)}]`;
  if (properties) return `{${words(properties)}}`;
  if (pattern?.startsWith('^-?')) return 'number';
  return format ?? type ?? 'string';
}

const words = (schemas: Readonly<Record<string, TSchema>>): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${name}:${word(schema)}`)
    .join(' ');

const fieldWords = (fields: Fields): string =>
  words(Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])));

const each = (type: string, names: string): string =>
  names
    .split(/\s+/)
    .map((name) => `${name}:${type}`)
    .join(' ');

interface Agreed {
  readonly path: string;
  readonly row: string;
  readonly totals: string;
  readonly filters: string;
  readonly orderings: string;
  readonly group?: { readonly by: string; readonly most: number; readonly usually: string };
  readonly limit?: number;
  readonly firstOffset?: number;
}

const UTM = 'utm_source utm_medium utm_campaign utm_term utm_content';
const TRACKS = 'track1 track2 track3 track4 track5';
const PERIOD = each('date', 'date_from date_to');
const TEXTS = '[string]';

const PERFORMANCE_NUMBERS = [
  each(
    'integer',
    'click_count registration_count deposit_count deposit_usd first_deposit_count trade_starting_count',
  ),
  each('number', 'volume_mln_usd reward_usd volume_lots'),
  'conversion:number? impression_count:integer',
  each('number', 'spend spend_web spend_app'),
  each('number?', 'ctr roi cpc cpr epc cftd'),
].join(' ');
const PERFORMANCE_GROUPS = `day week month year country campaign_code campaign_title click_url referrer referrer_domain client_platform ${UTM}`;
const IB_COUNTS = each('integer', 'click_count registration_count kyc_passed first_deposit_count');
const IB_AMOUNTS = each('number', 'volume_mln_usd volume_lots reward_usd');
const IB_GROUPS = `day week month year country campaign_title partner_code referrer_domain ${TRACKS} ${UTM}`;
const CREDITED_TOTALS =
  'totals count:integer orders_count:integer volume_mln_usd:number volume_lots:number reward:number? reward_usd:number currency:[string]';

/** What was agreed with partners, row by row: names, types and their order. */
const CONTRACT: Readonly<Record<string, Agreed>> = {
  performance: {
    path: '/api/reports/performance/',
    row: `group_fields:[string] ${PERFORMANCE_NUMBERS}`,
    totals: `totals count:integer ${PERFORMANCE_NUMBERS}`,
    filters: `${PERIOD} ${each(TEXTS, `country campaign_code campaign_title click_url referrer referrer_domain client_platform ${UTM}`)}`,
    orderings: `${PERFORMANCE_GROUPS} first_deposit_count cftd spend_web spend_app click_count registration_count deposit_count deposit_usd trade_starting_count volume_mln_usd reward_usd volume_lots conversion impression_count spend ctr cpr cpc roi epc`,
    group: { by: PERFORMANCE_GROUPS, most: 3, usually: 'day' },
  },
  ib_performance: {
    path: '/api/reports/ib/performance/',
    row: `group_fields:[string] ${IB_COUNTS} ${each('integer', 'trade_starting_trial_count trade_starting_real_count')} ${IB_AMOUNTS}`,
    totals: `totals count:integer ${IB_COUNTS} ${each('integer', 'deposit_usd trade_starting_real_count trade_starting_trial_count')} ${IB_AMOUNTS}`,
    filters: `${PERIOD} ${each(TEXTS, `country partner_code campaign_title referrer_domain ${TRACKS} ${UTM}`)}`,
    orderings: `${IB_GROUPS} click_count registration_count kyc_passed first_deposit_count trade_starting_trial_count trade_starting_real_count volume_mln_usd reward_usd volume_lots`,
    group: { by: IB_GROUPS, most: 2, usually: 'day' },
  },
  advanced_tqi: {
    path: '/api/reports/cpa/advanced_tqi/:cohort/',
    row: [
      'country:string media_source:string platform:string roi:integer?',
      each('integer', 'country_count platform_count media_source_count'),
      each(
        'string?',
        'fraud_rate_reg installs_fraud_rate fraud_rate FTD_conversion_rate FTQ_conversion_rate quals_share',
      ),
      'is_eligible_country:string',
      `fraud_details:{${each('string?', 'fake_fraud_rate_reg hijacked_fraud_rate_reg invalid_fraud_rate_reg other_fraud_rate_reg')}}`,
      `notifications:[{${each('string', 'type name title description severity')} priority:integer}]`,
    ].join(' '),
    totals: 'meta count:integer',
    filters: `${each(TEXTS, 'country media_source platform')} filtered_share:boolean`,
    orderings:
      'FTD_conversion_rate FTQ_conversion_rate fraud_rate_reg installs_fraud_rate roi country platform media_source country_count platform_count media_source_count quals_share',
    group: { by: 'country media_source platform', most: 3, usually: 'country media_source platform' },
    limit: 1000,
    firstOffset: 1,
  },
  clients: {
    path: '/api/reports/clients/',
    row: [
      each('string', 'client_uid client_country link_code partner_account partner_account_name platform'),
      'reg_date:date kyc_passed:boolean',
      each('date?', 'first_deposit_date trade_fn last_trade'),
      'accounts_count:integer',
      each('number', 'volume_lots volume_mln_usd reward_usd'),
    ].join(' '),
    totals: `totals count:integer accounts_count:integer ${each('number', 'volume_lots volume_mln_usd reward_usd')}`,
    filters: `${each(TEXTS, 'client_uid client_country link_code partner_account partner_account_name platform')} client_uid_contains:string ${each('date', 'reg_date_from reg_date_to trade_fn_from trade_fn_to last_trade_from last_trade_to')}`,
    orderings:
      'client_uid client_country link_code partner_account partner_account_name platform reg_date first_deposit_date trade_fn last_trade accounts_count volume_lots volume_mln_usd reward_usd',
  },
  client_accounts: {
    path: '/api/reports/clients/accounts/',
    row: [
      each(
        'string',
        'client_account client_uid client_country link_code partner_account partner_account_name partner_account_currency client_account_type platform',
      ),
      'client_account_created:date client_account_last_trade:date?',
      each('number', 'volume_lots volume_mln_usd reward reward_usd'),
      'comment:string',
    ].join(' '),
    totals:
      'totals count:integer clients_count:integer volume_lots:number volume_mln_usd:number reward:number? reward_usd:number partner_account_currency:[string]',
    filters: `${each(TEXTS, 'client_account client_uid client_country link_code partner_account partner_account_name client_account_type platform')} ${each('date', 'client_account_created_from client_account_created_to client_account_last_trade_from client_account_last_trade_to')} comment:string`,
    orderings:
      'client_account client_uid client_country link_code partner_account partner_account_name client_account_type platform client_account_created client_account_last_trade volume_lots volume_mln_usd reward reward_usd comment',
  },
  second_level_accounts: {
    path: '/api/reports/clients/accounts/second-level/',
    row: [
      'id:integer',
      each(
        'string',
        'partner_account partner_account_name partner_account_currency subpartner_uid subpartner_account client_uid client_account client_country platform',
      ),
      'client_account_created:date client_account_last_trade:date?',
      each('number', 'volume_lots volume_mln_usd reward reward_usd'),
      'comment:string',
    ].join(' '),
    totals: `meta count:integer clients_count:integer ${each('number', 'volume_mln_usd volume_lots reward reward_usd')} partner_account_currency:[string]`,
    filters: `${each(TEXTS, 'partner_account partner_account_name subpartner_uid subpartner_account client_uid client_account client_country platform')} ${each('date', 'client_account_created_from client_account_created_to client_account_last_trade_from client_account_last_trade_to')} comment:string`,
    orderings:
      'partner_account_name partner_account subpartner_uid subpartner_account client_uid client_country platform client_account client_account_last_trade client_account_created volume_lots volume_mln_usd reward reward_usd comment',
  },
  second_level_rewards: {
    path: '/api/v2/reports/rewards/secondlevel/',
    row: `${each('string', 'client_account client_account_type client_uid country platform currency link_code partner_account partner_account_name subpartner_account')} orders_count:integer ${each('number', 'reward reward_usd volume_lots volume_mln_usd')} reward_date:date-time kind:string`,
    totals: CREDITED_TOTALS,
    filters: `${each(TEXTS, 'partner_account partner_account_name subpartner_account subpartner_uid client_account client_account_type client_uid country platform link_code currency')} reward_date_from:date reward_date_to:date ${each('number', 'reward_usd_from reward_usd_to volume_lots_from volume_lots_to')} kind:[string]`,
    orderings:
      'client_account client_account_type client_uid country platform currency link_code orders_count partner_account partner_account_name reward reward_date reward_usd subpartner_account volume_lots volume_mln_usd',
  },
  subpartners: {
    path: '/api/reports/subpartners/',
    row: `subpartner_uid:string country:string clients_count:integer accounts_count:integer last_trade:date? ${each('number', 'volume_lots volume_mln_usd reward_usd')}`,
    totals: `totals ${each('integer', 'count clients_count accounts_count')} ${each('number', 'volume_lots volume_mln_usd reward_usd')}`,
    filters: `${each(TEXTS, 'subpartner_uid country')} subpartner_uid_contains:string last_trade_from:date last_trade_to:date`,
    orderings:
      'subpartner_uid country clients_count accounts_count last_trade volume_lots volume_mln_usd reward_usd',
  },
  orders: {
    path: '/api/reports/orders/',
    row: [
      'order_id:string symbol:string formula_code:string?',
      each('string', 'currency client_account_type partner_account client_account'),
      'volume_lots:number volume_mln_usd:number',
      each('number?', 'reward_usd reward open_spread close_spread avg_spread'),
      'open_date:date-time close_date:date-time date:date',
    ].join(' '),
    totals: `totals client_account_type:string count:integer ${each('number', 'reward_usd volume_lots volume_mln_usd')} currency:[string]`,
    filters: `${PERIOD} ${each('date', 'reward_date_from reward_date_to')} client_account:[string] order_id:[string]`,
    orderings:
      'symbol open_spread volume_lots volume_mln_usd date close_date open_date client_account reward reward_usd',
  },
  symbols: {
    path: '/api/reports/symbols/',
    row: `symbol:string orders_count:integer ${each('number', 'volume_lots volume_mln_usd reward_usd')}`,
    totals: `totals count:integer orders_count:integer ${each('number', 'volume_lots volume_mln_usd reward_usd')}`,
    filters: `${PERIOD} symbol:[string]`,
    orderings: 'symbol orders_count volume_lots volume_mln_usd reward_usd',
  },
  shared_accounts: {
    path: '/api/v3/reports/clients/shared/',
    row: `${each('string', 'link_code country client_account client_uid client_account_type partner_account')} reg_date:date trade_fn:date? ${each('number', 'volume_lots volume_mln_usd agent_commission_usd')}`,
    totals: `totals count:integer client_uid_count:integer ${each('number', 'volume_lots volume_mln_usd agent_commission_usd')}`,
    filters: `${each(TEXTS, 'client_account client_account_type client_uid country partner_account link_code')} client_account_contains:string ${each('date', 'reg_date reg_date_from reg_date_to trade_fn trade_fn_from trade_fn_to')}`,
    orderings:
      'client_account client_account_type country link_code agent_commission_usd volume_lots volume_mln_usd reg_date trade_fn',
  },
  progress_reward: {
    path: '/api/reports/progress_reward/',
    row: `${each('integer', 'compensation_id old_tier_group_id new_tier_group_id')} ${each('date-time', 'payment_date compensation_period_start compensation_period_end')} compensation_amount:number commission_percentage:string`,
    totals: 'totals count:integer ab_test_enabled:boolean',
    filters: '',
    orderings:
      'compensation_id old_tier_group_id new_tier_group_id payment_date compensation_period_start compensation_period_end compensation_amount commission_percentage',
  },
  progress_reward_detail: {
    path: '/api/reports/progress_reward/:compensation_id/detailed/',
    row: `id:integer client_account:string account_type:string reward_date:date-time order_id:integer ${each('number', 'progress_reward_amount_usd initial_reward_usd initial_reward_size old_reward_size new_reward_size')}`,
    totals:
      'totals count:integer progress_reward_amount_usd:number progress_reward_period_start:date-time progress_reward_period_end:date-time',
    filters: '',
    orderings: 'progress_reward_amount_usd reward_date',
  },
  rewards: {
    path: '/api/reports/rewards/',
    row: [
      'id:integer reward_date:date reward_datetime:date-time',
      each(
        'string',
        'partner_account client_account_type country platform client_uid currency reward_order partner_account_name client_account link_code',
      ),
      each('number', 'volume_lots volume_mln_usd reward reward_usd'),
      'orders_count:integer kind:string',
    ].join(' '),
    totals: CREDITED_TOTALS,
    filters: [
      each(
        TEXTS,
        'partner_account client_account client_account_type country client_uid subpartner_account platform partner_account_name',
      ),
      'currency:[string] reward_order:integer reward_date_from:date reward_date_to:date',
      each(
        'number',
        'volume_lots_from volume_lots_to commission_from commission_to commission_usd_from commission_usd_to',
      ),
      'link_code:[string] kind:[string]',
    ].join(' '),
    orderings:
      'client_account client_account_type client_uid country currency link_code orders_count partner_account partner_account_name reward reward_date reward_order reward_usd subpartner_account volume_lots volume_mln_usd',
  },
};

const split = (names: string): string[] => names.split(' ').filter((name) => name !== '');

test('there are the ten reports of the contract and those added to it, in their paths', () => {
  expect(Object.fromEntries(REPORTS.map(({ name, path }) => [name, path]))).toEqual(
    Object.fromEntries(Object.entries(CONTRACT).map(([name, { path }]) => [name, path])),
  );
});

test.each(REPORTS)('$name has the rows, totals and parameters of the contract', (report) => {
  const agreed = CONTRACT[report.name];
  if (!agreed) throw new Error(`Nothing was agreed about ${report.name}.`);
  expect(fieldWords(report.fields)).toBe(agreed.row);
  expect(`${report.totals.name} ${fieldWords(report.totals.fields)}`).toBe(agreed.totals);
  const { group_by, ordering, limit, offset, format, updated_since, ...filters } =
    querySchema(report).properties;
  expect(updated_since !== undefined).toBe(report.tellsUpdates === true);
  expect(split(words(filters)).toSorted()).toEqual(split(agreed.filters).toSorted());
  const bothWays = split(agreed.orderings).flatMap((name) => [name, `-${name}`]);
  expect(namesIn(ordering).toSorted()).toEqual(bothWays.toSorted());
  expect(limit).toMatchObject({ minimum: 1, maximum: 1000, default: agreed.limit ?? 100 });
  expect(format).toMatchObject({ enum: ['json', 'csv', 'xlsx'] });
  const firstOffset = agreed.firstOffset ?? 0;
  expect(offset).toMatchObject({ minimum: firstOffset, default: firstOffset });
  const { maxItems: most, default: usually = [] } = (group_by ?? {}) as {
    maxItems?: number;
    default?: string[];
  };
  expect({ by: namesIn(group_by).toSorted(), most, usually }).toEqual({
    by: split(agreed.group?.by ?? '').toSorted(),
    most: agreed.group?.most,
    usually: split(agreed.group?.usually ?? ''),
  });
});

const namesIn = (list: TSchema | undefined): readonly string[] =>
  (list as { items: { enum: readonly string[] } } | undefined)?.items.enum ?? [];
