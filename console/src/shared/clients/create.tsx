import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormEnd } from '../form/index.ts';
import type { Path } from '../link/index.ts';
import { Page } from '../parts/index.ts';
import { useService } from '../session/index.ts';
import { clientsQuery } from './queries.ts';
import { ScopesField, type ScopeTexts } from './scopes.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

export function NewClient({ scopes, list }: { scopes: ScopeTexts; list: Path }) {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', scopes: [] as string[] },
    validate: { name: (value) => (value.trim() === '' ? texts.create.required : null) },
  });
  const create = useMutation({
    mutationFn: (request: typeof form.values) => service.clients.create(request),
    onSettled: () => client.invalidateQueries({ queryKey: clientsQuery(service).queryKey }),
  });
  return (
    <Page title={texts.create.title} description={texts.create.about}>
      <form onSubmit={form.onSubmit((draft) => create.mutate({ ...draft, name: draft.name.trim() }))}>
        <Stack gap="lg" maw={520}>
          <TextInput
            label={texts.create.name}
            description={texts.create.aboutName}
            required
            maxLength={128}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <ScopesField
            scopes={scopes}
            value={form.values.scopes}
            onChange={(chosen) => form.setFieldValue('scopes', chosen)}
          />
          <FormEnd submit={texts.create.submit} isPending={create.isPending} error={create.error} />
        </Stack>
      </form>
      {create.data !== undefined && <Secret made={create.data} onClose={() => void navigate({ to: list })} />}
    </Page>
  );
}
