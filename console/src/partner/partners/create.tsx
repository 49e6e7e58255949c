import type { NewPartners } from '@quaestor/sdk';
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { FactFields, toFact, type Draft } from '../facts/fields.tsx';
import type { FactField } from '../facts/queries.ts';
import { WithFields } from '../facts/with-fields.tsx';
import { texts } from './texts.ts';

export const NewPartner = () => (
  <Page title={texts.create.title} description={texts.create.about}>
    <WithFields kind="partners">{(fields) => <Form fields={fields} />}</WithFields>
  </Page>
);

function Form({ fields }: { fields: readonly FactField[] }) {
  const [draft, setDraft] = useState<Draft>({});
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (fact: NewPartners) => partner.partners.create(fact),
    onSuccess: async (_done, { partner_uid }) => {
      await client.invalidateQueries({ queryKey: ['partners'] });
      await navigate({ to: '/partners/$uid', params: { uid: partner_uid } });
      say({ text: texts.create.created(partner_uid) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(toFact(fields, draft) as unknown as NewPartners);
      }}
    >
      <Stack gap="lg" maw={520}>
        <FactFields fields={fields} draft={draft} onChange={setDraft} error={create.error} />
        {create.error !== null && <Problem error={create.error} isOfOne />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {texts.create.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
