import type { TariffHistory } from '@quaestor/sdk';
import { Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Problem } from '../../shared/problem/index.ts';
import { Timeline } from '../../shared/timeline/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

const { history: t } = texts;

type Version = TariffHistory['versions'][number];

interface HistoryProps {
  readonly versions: UseQueryResult<readonly Version[]>;
  /** One line about a version. */
  readonly summary: (fact: Version['fact']) => string;
}

/** Every version of a term, who sent it and when, newest first. */
export function History({ versions: { data, error }, summary }: HistoryProps) {
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t.title}
      </Title>
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <Timeline
          label={t.title}
          items={data.map(({ batch, actor, created_at, withdrawn, fact }) => ({
            key: `${batch} ${summary(fact)}`,
            at: created_at,
            who: actor,
            title: withdrawn ? t.withdrawn : t.sent,
            tone: withdrawn ? 'bad' : 'good',
            body: (
              <>
                <Text size="sm">{summary(fact)}</Text>
                <Text size="xs" c="dimmed">
                  {t.meta(formatTime(created_at), batch)}
                </Text>
              </>
            ),
          }))}
        />
      )}
    </Stack>
  );
}
