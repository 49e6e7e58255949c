import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { periodNamed, periodOf, periodSearch, PeriodSwitch, today } from '../../shared/period/index.ts';
import { Figures } from '../overview/figures.tsx';
import { countryOf, Top } from '../overview/tops.tsx';
import { LatestBatches, LatestPayouts, Waiting } from './latest.tsx';
import { figuresQuery, topQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The whole program over all partners. */
export default function ProgramOverview() {
  const { search, change } = useAddress(periodSearch);
  const name = periodNamed(search.period);
  const { from, to } = periodOf(name, today());
  const figures = useQuery(figuresQuery(name));
  const partners = useQuery(topQuery('partner_uid', name));
  const countries = useQuery(topQuery('country', name));
  return (
    <Page
      title={texts.title}
      description={texts.about(from, to)}
      actions={<PeriodSwitch value={name} onChange={(period) => change({ period })} />}
    >
      <Stack gap={40}>
        <Figures name={name} figures={figures} about={texts.leftOut} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={40}>
          <Top title={texts.partners} about={texts.byReward} tops={partners} labelOf={linkOf} />
          <Top title={texts.countries} about={texts.byReward} tops={countries} labelOf={countryOf} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing={40}>
          <Waiting />
          <LatestPayouts />
          <LatestBatches />
        </SimpleGrid>
      </Stack>
    </Page>
  );
}

const linkOf = (uid: string) => (
  <TextLink to="/partners/$uid" params={{ uid }} inherit>
    {uid}
  </TextLink>
);
