import { Anchor, Button, Divider, Loader, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QuaestorError } from '@quaestor/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IconKey } from '../icons/index.ts';
import { Problem } from '../problem/index.ts';
import { Card } from './card.tsx';
import { deviceName, makePasskey, useService } from '../session/index.ts';
import { texts } from './texts.ts';

/** The token is after the `#`, so that no server ever logs it. */
export function Invitation() {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const form = useForm({ initialValues: { password: '' } });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => service.invitations.show(token),
    retry: false,
  });
  const enter = async () => {
    client.clear();
    await navigate({ to: '/', replace: true });
  };
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { challenge, publicKey } = await service.invitations.beginPasskey(token);
      const passkey = { challenge, name: deviceName(), response: await makePasskey(publicKey) };
      await service.invitations.accept({ token, passkey });
      await enter();
    },
  });
  const byPassword = useMutation({
    mutationFn: async ({ password }: typeof form.values) => {
      await service.invitations.accept({ token, password });
      await enter();
    },
    onError: (error) => {
      const faults = error instanceof QuaestorError ? error.errors['password'] : undefined;
      if (faults !== undefined) form.setFieldError('password', faults.join('; '));
    },
  });
  if (invitation.data === undefined) {
    if (invitation.error === null) return <Loader role="status" aria-label={texts.loading} />;
    return <Unshown error={invitation.error} onRetry={() => void invitation.refetch()} />;
  }
  const { login, roles, expiresAt } = invitation.data;
  const failure = byPasskey.error ?? (form.errors['password'] === undefined ? byPassword.error : null);
  return (
    <Card
      title={texts.invitation.welcome}
      description={texts.invitation.about(
        login,
        roles.map((role) => role.replace(/^\w+:/, '')),
        expiresAt,
      )}
    >
      {failure !== null && <Problem error={failure} />}
      <Button
        leftSection={<IconKey size={16} />}
        loading={byPasskey.isPending}
        onClick={() => {
          byPassword.reset();
          byPasskey.mutate();
        }}
      >
        {texts.invitation.createPasskey}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.invitation.whyPasskey}
      </Text>
      <Divider label={texts.or} />
      <form
        onSubmit={form.onSubmit((values) => {
          byPasskey.reset();
          byPassword.mutate(values);
        })}
      >
        <Stack gap="sm">
          <input type="hidden" autoComplete="username" value={login} readOnly />
          <PasswordInput
            label={texts.invitation.choosePassword}
            description={texts.invitation.passwordHint}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" variant="default" loading={byPassword.isPending}>
            {texts.invitation.byPassword}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404]);

/** Only what the server has refused does not work: without an answer, the invitation may be as good as before. */
function Unshown({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isRefused = error instanceof QuaestorError && REFUSALS.has(error.status ?? 0);
  if (!isRefused) {
    return (
      <Card title={texts.invitation.welcome}>
        <Problem error={error} onRetry={onRetry} />
      </Card>
    );
  }
  return (
    <Card title={texts.invitation.invalid} description={texts.invitation.whyInvalid}>
      <Anchor href="/console/sign-in" size="sm">
        {texts.invitation.signIn}
      </Anchor>
      <Problem error={error} />
    </Card>
  );
}
