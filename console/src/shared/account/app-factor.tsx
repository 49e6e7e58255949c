import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Copy } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { plural } from '../text/index.ts';
import { QrCode } from './qr-code.tsx';
import { accountQuery, useService } from '../session/index.ts';

/** Adds, replaces or removes the app that makes codes. */
export function AppFactor() {
  const service = useService();
  const client = useQueryClient();
  const { data: account } = useQuery(accountQuery(service));
  const [code, setCode] = useState('');
  const onSettled = () => client.invalidateQueries({ queryKey: accountQuery(service).queryKey });
  const begin = useMutation({ mutationFn: () => service.account.app.begin() });
  const finish = useMutation({
    mutationFn: () => service.account.app.confirm({ code: code.replaceAll(' ', '') }),
    onSuccess: () => begin.reset(),
    onSettled,
  });
  const renew = useMutation({ mutationFn: () => service.account.renewRecoveryCodes(), onSettled });
  const remove = useMutation({ mutationFn: () => service.account.app.remove(), onSettled });
  const codes = finish.data ?? renew.data;
  const error = begin.error ?? finish.error ?? renew.error ?? remove.error;
  const { app = false, recoveryCodes = 0 } = account?.secondFactors ?? {};
  return (
    <Stack gap="sm">
      {error !== null && <Problem error={error} />}
      {codes !== undefined && (
        <Stack gap={4}>
          <Group gap={4}>
            <Text size="sm">Recovery codes. Each works once; they are not shown again.</Text>
            <Copy value={codes.recoveryCodes.join('\n')} what="the recovery codes" />
          </Group>
          <Code block>{codes.recoveryCodes.join('\n')}</Code>
        </Stack>
      )}
      {begin.data !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            finish.mutate();
          }}
        >
          <Stack gap="sm" maw={360}>
            <QrCode text={begin.data.uri} label="QR code for the authenticator app" />
            <Group gap={4}>
              <Code>{begin.data.secret}</Code>
              <Copy value={begin.data.secret} what="the secret" />
            </Group>
            <TextInput
              label="Code that the app shows"
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit" loading={finish.isPending}>
                Confirm the app
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {begin.data === undefined && (
        <>
          <Text size="sm">
            {app
              ? `An app makes codes for you. ${plural(recoveryCodes, 'recovery code is', 'recovery codes are')} left.`
              : 'You have none.'}
          </Text>
          <Group gap="xs">
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {app ? 'Replace the app' : 'Add an app'}
            </Button>
            {app && (
              <>
                <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
                  New recovery codes
                </Button>
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                  Remove the app
                </Button>
              </>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
