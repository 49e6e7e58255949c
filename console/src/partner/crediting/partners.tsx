import type { PayoutDetails } from '@quaestor/sdk';
import { Stack, Text, Title } from '@mantine/core';
import { TextLink } from '../../shared/link/index.ts';
import { PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { usdColumn } from '../lists/index.ts';
import { texts } from './texts.ts';

const { partners: t } = texts;
/** More are in the API. */
const MOST_SHOWN = 100;

type Credited = Pick<PayoutDetails, 'partners' | 'partners_count'>;

/** What partners are credited, the largest amounts first. */
export function CreditedPartners({ credited: { partners, partners_count: count } }: { credited: Credited }) {
  const shown = partners.slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <Title order={3} size="h5">
        {t.title}
      </Title>
      <PlainTable name={t.title} columns={COLUMNS} rows={shown} idOf={({ partner_uid }) => partner_uid} />
      {count > shown.length && (
        <Text size="sm" c="dimmed">
          {t.others(count - shown.length)}
        </Text>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Credited['partners'][number]>[] = [
  textColumn(
    'partner',
    t.columns.partner,
    ({ partner_uid }) => partner_uid,
    ({ partner_uid }) => (
      <TextLink to="/partners/$uid" params={{ uid: partner_uid }} inherit>
        {partner_uid}
      </TextLink>
    ),
  ),
  usdColumn('reward', texts.columns.reward, ({ reward_usd }) => reward_usd),
];
