import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { roundDigits } from '../../shared/money/index.ts';
import { Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { FactFields, toFact, type Draft, type Fact } from '../facts/fields.tsx';
import { useFields } from '../facts/queries.ts';
import { Propose } from '../terms/propose.tsx';
import { texts } from './texts.ts';

const { create: t } = texts;

export function NewTierChange() {
  const fields = useFields('tier-changes');
  const [draft, setDraft] = useState<Draft>({});
  const fact = toFact(fields, draft);
  const preview = useMutation({
    mutationFn: (change: Fact) => partner.proposals.previewTierChanges({ tier_changes: [change] }),
  });
  return (
    <Page title={t.title} description={t.about}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
        <Stack gap="md">
          <FactFields
            fields={fields}
            draft={draft}
            onChange={(changed) => {
              setDraft(changed);
              preview.reset();
            }}
            error={preview.error}
          />
        </Stack>
        <Stack gap="lg">
          <Group>
            <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(fact)}>
              {t.preview}
            </Button>
          </Group>
          {preview.error !== null && <Problem error={preview.error} />}
          {preview.data !== undefined && (
            <Section title={t.would}>
              {preview.data.compensations.map(({ compensation_id, orders_count, due_usd }) => (
                <div key={compensation_id}>
                  <Text size="xl" fw={600} title={due_usd} data-exact={due_usd}>
                    {t.usd(roundDigits(due_usd, 2))}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {t.orders(orders_count)}
                  </Text>
                </div>
              ))}
            </Section>
          )}
          <Propose kind="tier-changes" fact={fact} />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}
