import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../shared/list/index.ts';
import { periodNamed, periodOf, periodSearch, PeriodSwitch, today } from '../../shared/period/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { useReads } from '../viewed.ts';
import { Credited } from './credited.tsx';
import { Figures } from './figures.tsx';
import { figuresQuery } from './queries.ts';
import { Standing } from './standing.tsx';
import { Tops } from './tops.tsx';
import { texts } from './texts.ts';

export default function Overview() {
  const { search, change } = useAddress(periodSearch);
  const name = periodNamed(search.period);
  const { from, to } = periodOf(name, today());
  const figures = useQuery(figuresQuery(useReads(), name));
  return (
    <Page
      title={texts.title}
      description={texts.about(from, to)}
      actions={<PeriodSwitch value={name} onChange={(period) => change({ period })} />}
    >
      <Stack gap={40}>
        <Figures name={name} figures={figures} about={texts.leftOut} />
        <Credited name={name} />
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing={40}>
          <Tops name={name} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing={40}>
          <Standing />
        </SimpleGrid>
      </Stack>
    </Page>
  );
}
