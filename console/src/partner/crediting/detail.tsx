import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { linkSearch } from '../../shared/list/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { formatInteger, formatTime, sentenceOf } from '../../shared/text/index.ts';
import type { MadePayout } from './columns.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function PayoutDetail({ payout, onClose }: { payout: MadePayout; onClose: () => void }) {
  const { number, kind, first_day, last_day, row_count, reward_usd, batch, created_at, causes } = payout;
  return (
    <Panel title={t.title(number)} onClose={onClose}>
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
              <Anchor
                component={Link}
                to="/facts"
                search={linkSearch({ kind: cause.kind, id: String(cause.number) })}
                size="sm"
              >
                {cause.voids === null
                  ? t.cause(cause.number, sentenceOf(cause.kind))
                  : t.void(cause.number, cause.voids)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {t.sent(cause.actor, cause.created_at)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
