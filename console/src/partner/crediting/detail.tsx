import type { PayoutDetails } from '@quaestor/sdk';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { formatInteger, formatTime } from '../../shared/text/index.ts';
import { OpenedPanel } from '../details/index.ts';
import { kindName } from '../names-texts.ts';
import { CreditedPartners } from './partners.tsx';
import { payoutQuery } from './queries.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

export const PayoutDetail = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <OpenedPanel title={t.title(id)} missing={t.missing} query={useQuery(payoutQuery(id))} onClose={onClose}>
    {(payout) => <Details payout={payout} />}
  </OpenedPanel>
);

function Details({ payout }: { payout: PayoutDetails }) {
  const { kind, first_day, last_day, row_count, reward_usd, batch, created_at, causes } = payout;
  return (
    <>
      <Facts
        items={[
          [t.facts.kind, texts.kindName(kind)],
          [t.facts.days, texts.days(first_day, last_day)],
          [t.facts.rows, formatInteger(row_count)],
          [t.facts.reward, t.usd(groupDigits(reward_usd))],
          [t.facts.at, formatTime(created_at)],
          [t.facts.batch, batch],
        ]}
      />
      <CreditedPartners credited={payout} />
      {causes.length > 0 && (
        <Stack gap="sm" component="section">
          <div>
            <Title order={3} size="h5">
              {t.causes}
            </Title>
            <Text size="sm" c="dimmed">
              {t.aboutCauses}
            </Text>
          </div>
          {causes.map((cause) => (
            <Group key={cause.number} justify="space-between" gap="xs" data-cause={cause.number}>
              <TextLink to="/facts" search={{ kind: cause.kind, id: String(cause.number) }} size="sm">
                {cause.voids === null
                  ? t.cause(cause.number, kindName(cause.kind))
                  : t.void(cause.number, cause.voids)}
              </TextLink>
              <Text size="sm" c="dimmed">
                {t.sent(cause.actor, cause.created_at)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </>
  );
}
