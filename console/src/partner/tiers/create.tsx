import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { FactFields, toFact, type Draft, type Fact } from '../facts/fields.tsx';
import type { FactField } from '../facts/queries.ts';
import { WithFields } from '../facts/with-fields.tsx';
import { PartnerInput, TierInput } from '../terms/inputs.tsx';
import { Propose } from '../terms/propose.tsx';
import { TierPreview } from './preview.tsx';
import { texts } from './texts.ts';

const { create: t } = texts;
const INPUTS = { partner_uid: PartnerInput, old_tier_group_id: TierInput, new_tier_group_id: TierInput };

export const NewTierChange = () => (
  <Page title={t.title} description={t.about}>
    <WithFields kind="tier-changes">{(fields) => <Editor fields={fields} />}</WithFields>
  </Page>
);

function Editor({ fields }: { fields: readonly FactField[] }) {
  const [draft, setDraft] = useState<Draft>({});
  const fact = toFact(fields, draft);
  const preview = useMutation({
    mutationFn: (change: Fact) => partner.proposals.previewTierChanges({ tier_changes: [change] }),
  });
  return (
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
          inputs={INPUTS}
        />
      </Stack>
      <Stack gap="lg">
        <Group>
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(fact)}>
            {t.preview}
          </Button>
        </Group>
        {preview.error !== null && <Problem error={preview.error} isOfOne />}
        {preview.data !== undefined && <TierPreview result={preview.data} />}
        <Propose kind="tier-changes" fact={fact} />
      </Stack>
    </SimpleGrid>
  );
}
