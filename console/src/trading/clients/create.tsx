import type { NewClient as Request } from '@quaestor/sdk';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { clientsQuery } from './queries.ts';
import { ScopesField, type Scope } from './scopes.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

export function NewClient() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', scopes: [] as Scope[] },
    validate: { name: (value) => (value.trim() === '' ? texts.create.required : null) },
  });
  const create = useMutation({
    mutationFn: (request: Request) => trading.clients.create(request),
    onSettled: () => client.invalidateQueries({ queryKey: clientsQuery().queryKey }),
  });
  return (
    <Page title={texts.create.title} description={texts.create.about}>
      <form onSubmit={form.onSubmit(({ name, scopes }) => create.mutate({ name: name.trim(), scopes }))}>
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
            value={form.values.scopes}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          />
          {create.error !== null && <Problem error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {texts.create.submit}
            </Button>
          </Group>
        </Stack>
      </form>
      {create.data !== undefined && (
        <Secret made={create.data} onClose={() => void navigate({ to: '/clients' })} />
      )}
    </Page>
  );
}
