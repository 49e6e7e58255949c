import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useReads } from '../viewed.ts';
import { catalogueQuery, viewsQuery } from './queries.ts';
import { searchOf } from './saved-views/index.ts';
import { texts } from './texts.ts';

/** All reports, and the views of them that the person saved. */
export function ReportList() {
  const catalogue = useQuery(catalogueQuery(useReads()));
  const views = useQuery(viewsQuery());
  return (
    <Page title={texts.title} description={texts.about}>
      {catalogue.error !== null && (
        <Problem error={catalogue.error} onRetry={() => void catalogue.refetch()} />
      )}
      {catalogue.isPending && <Skeleton height={400} />}
      {views.error !== null && <Problem error={views.error} onRetry={() => void views.refetch()} />}
      {views.data !== undefined && views.data.length > 0 && (
        <Section title={texts.views.title} description={texts.views.about}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
            {views.data.map((view) => (
              <TextLink
                key={view.id}
                to="/reports/$report"
                params={{ report: view.report }}
                search={searchOf(view)}
                size="sm"
              >
                {view.name}
                <Text span c="dimmed" inherit>
                  {' '}
                  {texts.names[view.report] ?? view.report}
                </Text>
              </TextLink>
            ))}
          </SimpleGrid>
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing={40} verticalSpacing={32}>
        {catalogue.data?.map(({ name, title }) => (
          <Stack key={name} gap={4} data-report={name}>
            <TextLink to="/reports/$report" params={{ report: name }} fw={600}>
              {texts.names[name] ?? texts.field(name)}
            </TextLink>
            <Text size="sm" c="dimmed">
              {title}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Page>
  );
}
