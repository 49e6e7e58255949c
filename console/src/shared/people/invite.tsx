import type { NewPerson } from '@quaestor/sdk';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormEnd } from '../form/index.ts';
import { parameters, useAddress } from '../list/index.ts';
import { Page } from '../parts/index.ts';
import { useService } from '../session/index.ts';
import { Invited } from './invited.tsx';
import { peopleQuery } from './queries.ts';
import { partnerRole, RolesField, type Role, type RoleTexts } from './roles.tsx';
import { texts } from './texts.ts';

const inviteSearch = parameters('partner');

interface Draft {
  readonly login: string;
  readonly roles: Role[];
  readonly partner: string;
}

export function InvitePerson({ roles }: { roles: RoleTexts }) {
  const { partner = '' } = useAddress(inviteSearch).search;
  return <InviteForm key={partner} roles={roles} partner={partner} />;
}

function InviteForm({ roles, partner }: { roles: RoleTexts; partner: string }) {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const ofPartner = partnerRole(roles);
  const form = useForm<Draft>({
    initialValues: { login: '', roles: [], partner },
    validate: { login: (value) => (value.trim() === '' ? texts.invite.required : null) },
  });
  const { values } = form;
  const partnerUid = values.partner.trim();
  const invite = useMutation({
    mutationFn: (person: NewPerson) => service.people.invite(person),
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery(service).queryKey }),
  });
  const submit = () => {
    const login = values.login.trim();
    invite.mutate(
      ofPartner !== undefined && partnerUid !== ''
        ? { login, roles: [ofPartner], partnerUid }
        : { login, roles: values.roles },
    );
  };
  return (
    <Page title={texts.invite.title} description={texts.invite.about}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="lg" maw={520}>
          <TextInput
            label={texts.invite.login}
            description={texts.invite.aboutLogin}
            required
            maxLength={128}
            autoComplete="off"
            {...form.getInputProps('login')}
          />
          {ofPartner !== undefined && (
            <TextInput
              label={texts.invite.partner}
              description={texts.invite.aboutPartner}
              maxLength={64}
              autoComplete="off"
              {...form.getInputProps('partner')}
            />
          )}
          {partnerUid === '' && (
            <RolesField
              roles={roles}
              value={values.roles}
              onChange={(chosen) => form.setFieldValue('roles', chosen)}
            />
          )}
          <FormEnd submit={texts.invite.submit} isPending={invite.isPending} error={invite.error} />
        </Stack>
      </form>
      {invite.data !== undefined && (
        <Invited invitation={invite.data} onClose={() => void navigate({ to: '/people' })} />
      )}
    </Page>
  );
}
