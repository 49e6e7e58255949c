import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SecondFactorRequiredError } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { IconKey } from '../icons/index.ts';
import { Problem } from '../problem/index.ts';
import { Card } from './card.tsx';
import { askPasskey, safeNext, useService } from '../session/index.ts';
import { texts } from './texts.ts';

export function SignIn() {
  const next = useSearch({ strict: false, select: (search: { next?: unknown }) => safeNext(search.next) });
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ initialValues: { login: '', password: '', code: '' } });
  const enter = async () => {
    client.clear();
    await navigate({ href: next, replace: true });
  };
  const byPassword = useMutation({
    mutationFn: async ({ login, password, code }: typeof form.values) => {
      await service.sessions.signIn({
        login,
        password,
        ...(code !== '' && { code: code.replaceAll(' ', '') }),
      });
      await enter();
    },
    onError: (error) => setNeedsCode(needsCode || error instanceof SecondFactorRequiredError),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { challenge, publicKey } = await service.sessions.beginPasskey();
      await service.sessions.signInByPasskey({ challenge, response: await askPasskey(publicKey) });
      await enter();
    },
  });
  const error = byPasskey.error ?? byPassword.error;
  const showsError = error !== null && !(error instanceof SecondFactorRequiredError);
  return (
    <Card title={texts.signIn.title}>
      {showsError && <Problem error={error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          byPasskey.reset();
          byPassword.mutate(values);
        })}
      >
        <Stack gap="sm">
          <TextInput
            label={texts.signIn.login}
            autoComplete="username webauthn"
            required
            withAsterisk={false}
            autoFocus
            {...form.getInputProps('login')}
          />
          <PasswordInput
            label={texts.signIn.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
            {...form.getInputProps('password')}
          />
          {needsCode && (
            <TextInput
              label={texts.signIn.code}
              description={texts.signIn.codeHint}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              withAsterisk={false}
              autoFocus
              {...form.getInputProps('code')}
            />
          )}
          <Button type="submit" loading={byPassword.isPending} mt="xs">
            {texts.signIn.title}
          </Button>
        </Stack>
      </form>
      <Divider label={texts.or} />
      <Button
        variant="default"
        leftSection={<IconKey size={16} />}
        loading={byPasskey.isPending}
        onClick={() => {
          byPassword.reset();
          byPasskey.mutate();
        }}
      >
        {texts.signIn.byPasskey}
      </Button>
      <Anchor href="/docs" size="sm" c="dimmed" ta="center">
        {texts.signIn.api}
      </Anchor>
    </Card>
  );
}
