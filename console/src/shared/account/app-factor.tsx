import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ShownOnce } from '../once/index.ts';
import { AskFirst, Copy } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { QrCode } from '../qr/index.ts';
import { accountQuery, useService } from '../session/index.ts';
import { texts } from './texts.ts';

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
    onSuccess: () => {
      begin.reset();
      setCode('');
    },
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
        <ShownOnce
          title={texts.app.codes}
          about={texts.app.aboutCodes}
          value={codes.recoveryCodes.join('\n')}
          what={texts.app.copiedCodes}
          onClose={() => {
            finish.reset();
            renew.reset();
          }}
        />
      )}
      {begin.data !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            finish.mutate();
          }}
        >
          <Stack gap="sm" maw={360}>
            <QrCode text={begin.data.uri} label={texts.app.qrCode} />
            <Group gap={4}>
              <Code>{begin.data.secret}</Code>
              <Copy value={begin.data.secret} what={texts.app.secret} />
            </Group>
            <TextInput
              label={texts.app.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit" loading={finish.isPending}>
                {texts.app.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {begin.data === undefined && (
        <>
          <Text size="sm">{app ? texts.app.has(recoveryCodes) : texts.app.none}</Text>
          <Group gap="xs">
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {app ? texts.app.replace : texts.app.add}
            </Button>
            {app && (
              <>
                <AskFirst
                  {...texts.app.renewCodes}
                  isPending={renew.isPending}
                  onConfirm={() => renew.mutate()}
                />
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                  {texts.app.remove}
                </Button>
              </>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
