import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QuaestorError } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { texts } from './texts.ts';

export function PasswordChange() {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { current: '', new: '' } });
  const change = useMutation({
    mutationFn: async (values: typeof form.values) => {
      await service.account.changePassword(values);
      client.clear();
      await navigate({ to: '/sign-in' });
    },
    onError: (error) => {
      if (!(error instanceof QuaestorError)) return;
      const { current, new: wanted } = error.errors;
      form.setErrors({ current: current?.join('; '), new: wanted?.join('; ') });
    },
  });
  const isShown = Object.values(form.errors).some(Boolean);
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="sm" maw={360}>
        {change.error !== null && !isShown && <Problem error={change.error} />}
        <PasswordInput
          label={texts.password.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': texts.password.showCurrent }}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={texts.password.new}
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': texts.password.showNew }}
          {...form.getInputProps('new')}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {texts.password.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
