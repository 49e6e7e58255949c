import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { Figure } from '../../shared/figures/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { periodOf, today, type PeriodName } from '../../shared/period/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { useReads } from '../viewed.ts';
import { onTopQuery } from './queries.ts';
import { texts } from './texts.ts';

const { onTop: t } = texts;

/** What was credited beside first-level rewards. Partners without such a thing see nothing of it. */
export function OnTop({ name }: { name: PeriodName }) {
  const query = useQuery(onTopQuery(useReads(), name));
  return (
    <Loaded query={query}>
      {(sums) => {
        const earned = (['second', 'commission'] as const).filter((kind) => sums[kind] !== '0');
        return (
          earned.length > 0 && (
            <Section title={t.title} description={t.about} actions={<SeeDays name={name} />}>
              <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
                {earned.map((kind) => (
                  <Figure
                    key={kind}
                    label={t[kind]}
                    value={roundDigits(sums[kind], 2)}
                    exact={sums[kind]}
                    unit={texts.figures.usd}
                  />
                ))}
              </SimpleGrid>
            </Section>
          )
        );
      }}
    </Loaded>
  );
}

function SeeDays({ name }: { name: PeriodName }) {
  const { from, to } = periodOf(name, today());
  return (
    <TextLink to="/rewards" search={{ from, to }} size="sm">
      {t.days}
    </TextLink>
  );
}
