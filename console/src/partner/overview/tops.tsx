import { Skeleton, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { Bars } from '../../shared/figures/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { periodOf, today, type PeriodName } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Country } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { topCountriesQuery, topLinksQuery, topSymbolsQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Which links, countries and symbols earned most. */
export function Tops({ name }: { name: PeriodName }) {
  const reads = useReads();
  const links = useQuery(topLinksQuery(reads, name));
  const countries = useQuery(topCountriesQuery(reads, name));
  const symbols = useQuery(topSymbolsQuery(reads, name));
  const { from, to } = periodOf(name, today());
  const period = { date_from: from, date_to: to, ordering: ['-reward_usd'] };
  return (
    <>
      <Top
        title={texts.tops.links}
        about={texts.tops.byReward}
        tops={links}
        labelOf={(code) => (code === '' ? texts.tops.direct : code)}
        place={{
          to: '/reports/$report',
          params: { report: 'ib_performance' },
          search: { ...period, group_by: ['partner_code'] },
        }}
      />
      <Top
        title={texts.tops.countries}
        about={texts.tops.byReward}
        tops={countries}
        labelOf={countryOf}
        place={{
          to: '/reports/$report',
          params: { report: 'performance' },
          search: { ...period, group_by: ['country'] },
        }}
      />
      <Top
        title={texts.tops.symbols}
        about={texts.tops.byReward}
        tops={symbols}
        labelOf={(symbol) => symbol}
        place={{ to: '/reports/$report', params: { report: 'symbols' }, search: period }}
      />
    </>
  );
}

export const countryOf = (code: string): ReactNode =>
  code === '' ? texts.tops.unknown : <Country code={code} />;

interface TopProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly tops: Pick<
    UseQueryResult<readonly { name: string; reward: string }[]>,
    'data' | 'error' | 'refetch'
  >;
  readonly labelOf: (name: string) => ReactNode;
  /** The screen with all of them. */
  readonly place?: Place;
}

/** The names that earned most, as bars. */
export function Top({ title, about, tops: { data, error, refetch }, labelOf, place }: TopProps) {
  return (
    <Section
      title={title}
      description={about}
      actions={
        place !== undefined && (
          <TextLink {...place} size="sm" aria-label={texts.allOf(title)}>
            {texts.all}
          </TextLink>
        )
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={180} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.tops.nothing}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <Bars
          label={title}
          bars={data.map(({ name, reward }) => ({
            key: name,
            label: labelOf(name),
            value: reward,
            shown: roundDigits(reward, 2),
          }))}
        />
      )}
    </Section>
  );
}
