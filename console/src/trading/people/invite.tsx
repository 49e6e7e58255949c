import type { NewPerson } from '@quaestor/sdk';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { Invited } from './invited.tsx';
import { peopleQuery } from './queries.ts';
import { RolesField, type Role } from './roles.tsx';
import { texts } from './texts.ts';

export function InvitePerson() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { login: '', roles: [] as Role[] },
    validate: { login: (value) => (value.trim() === '' ? texts.invite.required : null) },
  });
  const invite = useMutation({
    mutationFn: (person: NewPerson) => trading.people.invite(person),
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery().queryKey }),
  });
  return (
    <Page title={texts.invite.title} description={texts.invite.about}>
      <form onSubmit={form.onSubmit(({ login, roles }) => invite.mutate({ login: login.trim(), roles }))}>
        <Stack gap="lg" maw={520}>
          <TextInput
            label={texts.invite.login}
            description={texts.invite.aboutLogin}
            required
            maxLength={128}
            autoComplete="off"
            {...form.getInputProps('login')}
          />
          <RolesField value={form.values.roles} onChange={(roles) => form.setFieldValue('roles', roles)} />
          {invite.error !== null && <Problem error={invite.error} />}
          <Group>
            <Button type="submit" loading={invite.isPending}>
              {texts.invite.submit}
            </Button>
          </Group>
        </Stack>
      </form>
      {invite.data !== undefined && (
        <Invited invitation={invite.data} onClose={() => void navigate({ to: '/people' })} />
      )}
    </Page>
  );
}
