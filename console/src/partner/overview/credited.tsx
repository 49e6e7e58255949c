import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { periodOf, today, type Period, type PeriodName } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { Terms } from '../figures/index.ts';
import { useReads } from '../viewed.ts';
import { Dimmed } from './dimmed.tsx';
import { creditedQuery, type CreditedSums } from './queries.ts';
import { texts } from './texts.ts';

const { all: t } = texts.credited;

/** In pixels: amounts stay near their names. */
const MOST_WIDTH = 480;

type Kind = Exclude<keyof CreditedSums, 'total'>;

/** In the order in which people expect them, each with the rows of the report behind it. */
const KINDS: readonly Kind[] = [
  'reward',
  'second_level_reward',
  'progress_reward',
  'commission',
  'commission_paid',
  'adjustment',
];

/** All that was credited for a period, by what it is, and their sum. */
export function Credited({ name }: { name: PeriodName }) {
  const period = periodOf(name, today());
  return (
    <Section title={t.title} description={t.about} actions={<SeeDays {...period} />}>
      <Loaded query={useQuery(creditedQuery(useReads(), name))} height={90}>
        {(sums) => <Sums sums={sums} period={period} />}
      </Loaded>
    </Section>
  );
}

function Sums({ sums, period }: { sums: CreditedSums; period: Period }) {
  const shown = KINDS.filter((kind) => kind === 'reward' || sums[kind] !== '0');
  if (shown.length === 1 && sums.reward === '0') return <Dimmed>{t.nothing}</Dimmed>;
  return (
    <Box maw={MOST_WIDTH}>
      <Terms
        terms={shown.map((kind) => ({
          name: kind,
          label: (
            <TextLink {...placeOf(kind, period)} size="sm">
              {t.kinds[kind]}
            </TextLink>
          ),
          amount: sums[kind],
        }))}
        total={{ label: t.total, amount: sums.total }}
        currency={texts.figures.usd}
      />
    </Box>
  );
}

const placeOf = (kind: Kind, { from, to }: Period): Place =>
  kind === 'progress_reward'
    ? { to: '/reports/$report', params: { report: 'progress_reward' } }
    : {
        to: '/reports/$report',
        params: { report: 'rewards' },
        search: { kind: [kind], reward_date_from: from, reward_date_to: to },
      };

const SeeDays = ({ from, to }: Period) => (
  <TextLink to="/rewards" search={{ from, to }} size="sm">
    {t.days}
  </TextLink>
);
