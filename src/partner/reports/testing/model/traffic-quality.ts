import { Decimal } from '../../../../kernel/index.ts';
import {
  count,
  day,
  distinct,
  groupInto,
  number,
  Ratio,
  sum,
  text,
  type Cell,
  type ModelRow,
  type Raw,
} from './cells.ts';
import { keeps, type Model } from './view.ts';

const LABELS = ['fake', 'hijacked', 'invalid', 'other'];

const place = (row: Raw): ModelRow => ({
  country: text(row['country']),
  media_source: text(row['media_source']),
  platform: text(row['platform']),
});

const isFraud = ({ label }: { label: Cell }): boolean => label !== null;

const share = (some: readonly unknown[], all: readonly unknown[]): Ratio =>
  new Ratio(number(count(some)), number(count(all)), 'percent');

export const trafficQuality: Model = (view, query, _today, cohort) => {
  const { t } = view;
  const { group_by, filtered_share, ...filters } = query;
  const names = (group_by ?? ['country', 'media_source', 'platform']) as string[];
  const isInCohort = (at: Cell | undefined): boolean => day(at).slice(0, 7) === cohort;
  const isEligible = (row: Raw): boolean => {
    const campaign = view.find('links', 'link_code', row['link_code'])?.['campaign_code'] ?? null;
    const eligible = view.find('campaigns', 'campaign_code', campaign)?.['eligible_countries'] ?? null;
    return eligible === null || text(eligible).split(',').includes(text(row['country']));
  };
  const labelOf = (subject: string, id: Cell | undefined): Cell =>
    t('fraud_labels').find((row) => row['subject'] === subject && row['subject_id'] === id)?.['label'] ??
    null;
  const items = [
    ...t('clients')
      .filter((row) => view.ownsLink(row) && isInCohort(row['registered_at']))
      .map((client) => {
        const accounts = t('client_accounts').filter((row) => row['client_uid'] === client['client_uid']);
        const real = new Set(
          accounts.filter((row) => row['trial'] !== true).map((row) => row['client_account']),
        );
        const deposits = t('deposits')
          .filter((row) => real.has(row['client_account']))
          .map((row) => ({
            atMs: (row['deposited_at'] as Date).getTime(),
            amount: number(row['amount_usd']),
          }));
        const firstMs = Math.min(...deposits.map(({ atMs }) => atMs));
        const amount = sum(
          deposits.filter(({ atMs }) => atMs - firstMs <= 86_400_000).map(({ amount }) => amount),
        );
        const campaign = view.find('links', 'link_code', client['link_code'])?.['campaign_code'] ?? null;
        const needed = number(view.find('campaigns', 'campaign_code', campaign)?.['qualifying_deposit_usd']);
        return {
          is: 'registration',
          place: place(client),
          label: labelOf('registration', client['client_uid']),
          hasDeposit: deposits.length > 0,
          isQualified: deposits.length > 0 && amount.compare(needed) >= 0,
          isEligible: isEligible(client),
          reward: sum(
            accounts.flatMap((row) => view.ordersOf(row['client_account'])).map((row) => row['reward_usd']),
          ),
          spend: Decimal.ZERO,
        };
      }),
    ...t('installs')
      .filter((row) => view.ownsLink(row) && isInCohort(row['installed_at']))
      .map((row) => ({
        is: 'install',
        hasDeposit: false,
        isQualified: false,
        reward: Decimal.ZERO,
        spend: Decimal.ZERO,
        place: place(row),
        label: labelOf('install', row['install_id']),
        isEligible: isEligible(row),
      })),
    ...t('spend')
      .filter((row) => view.ownsLink(row) && isInCohort(row['spent_on']))
      .map((row) => ({
        is: 'spend',
        hasDeposit: false,
        isQualified: false,
        isEligible: true,
        label: null,
        place: place(row),
        reward: Decimal.ZERO,
        spend: number(row['amount_usd']),
      })),
  ];
  const kept = items.filter((item) => keeps(item.place, filters));
  const base = filtered_share === true ? kept : items;
  const groups = groupInto(kept, (item) => JSON.stringify(names.map((name) => item.place[name] ?? '')));
  const rows = [...groups].map(([key, members]) => {
    const values = JSON.parse(key) as string[];
    const named = (name: string): string => values[names.indexOf(name)] ?? '';
    const howMany = (name: string): number =>
      distinct(members.map(({ place }) => place[name] ?? '').filter((value) => value !== '')).length;
    const registered = members.filter(({ is }) => is === 'registration');
    const installed = members.filter(({ is }) => is === 'install');
    const [reward, spend] = [
      sum(members.map(({ reward }) => reward)),
      sum(members.map(({ spend }) => spend)),
    ];
    const both = [...registered, ...installed];
    const isEligible = members.every((member) => member.isEligible);
    const profit = spend.isZero
      ? undefined
      : Number(reward.minus(spend).toString()) / Number(spend.toString());
    const fraud = both.length === 0 ? 0 : both.filter(isFraud).length / both.length;
    const notes = [
      ...(fraud >= 0.1 ? [{ name: 'high_fraud', severity: fraud >= 0.3 ? 'critical' : 'warning' }] : []),
      ...(profit !== undefined && profit < 0
        ? [{ name: 'low_roi', severity: profit <= -0.5 ? 'critical' : 'warning' }]
        : []),
      ...(profit !== undefined && profit >= 0.5 && fraud < 0.1 && isEligible
        ? [{ name: 'growth_opportunity', severity: 'info' }]
        : []),
    ];
    return {
      country: named('country'),
      media_source: named('media_source'),
      platform: named('platform'),
      roi: new Ratio(reward.minus(spend), spend, 'whole percent'),
      country_count: howMany('country'),
      platform_count: howMany('platform'),
      media_source_count: howMany('media_source'),
      fraud_rate_reg: share(registered.filter(isFraud), registered),
      installs_fraud_rate: share(installed.filter(isFraud), installed),
      fraud_rate: share(both.filter(isFraud), both),
      FTD_conversion_rate: share(
        registered.filter(({ hasDeposit }) => hasDeposit),
        registered,
      ),
      FTQ_conversion_rate: share(
        registered.filter(({ isQualified }) => isQualified),
        registered,
      ),
      quals_share: share(
        members.filter(({ isQualified }) => isQualified),
        base.filter(({ isQualified }) => isQualified),
      ),
      is_eligible_country: String(isEligible),
      fraud_details: Object.fromEntries(
        LABELS.map((name) => [
          `${name}_fraud_rate_reg`,
          share(
            registered.filter(({ label }) => label === name),
            registered,
          ),
        ]),
      ),
      notifications: notes
        .toSorted((a, b) => (a.severity === 'critical' ? 0 : 1) - (b.severity === 'critical' ? 0 : 1))
        .map(({ name, severity }) => `${name} ${severity}`),
    };
  });
  return { rows, totals: { count: count(rows) } };
};
