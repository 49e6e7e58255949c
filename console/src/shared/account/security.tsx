import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserOf } from '../browser/index.ts';
import { Page } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { AppFactor } from './app-factor.tsx';
import { Display } from './display.tsx';
import { Notices } from './notices.tsx';
import { PasswordChange } from './password-change.tsx';
import { Row } from './row.tsx';
import { accountQuery, deviceName, makePasskey, useService } from '../session/index.ts';
import { texts } from './texts.ts';

/** How the console speaks to the person, and their own factors, password and sessions. */
export function Security() {
  return (
    <Page title={texts.security.title} description={texts.security.about}>
      <Part {...texts.display}>
        <Display />
      </Part>
      <Part {...texts.passkeys}>
        <Passkeys />
      </Part>
      <Part {...texts.app}>
        <AppFactor />
      </Part>
      <Part {...texts.password}>
        <PasswordChange />
      </Part>
      <Part {...texts.sessions}>
        <Sessions />
      </Part>
      <Part {...texts.notices}>
        <Notices />
      </Part>
    </Page>
  );
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" maw={720}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {about}
        </Text>
      </div>
      {children}
      <Divider mt="sm" />
    </Stack>
  );
}

function Passkeys() {
  const service = useService();
  const client = useQueryClient();
  const passkeys = useQuery({
    queryKey: ['account', 'passkeys'],
    queryFn: () => service.account.passkeys.list(),
  });
  const refresh = () => client.invalidateQueries({ queryKey: accountQuery(service).queryKey });
  const add = useMutation({
    mutationFn: async () => {
      const { challenge, publicKey } = await service.account.passkeys.begin();
      await service.account.passkeys.add({
        challenge,
        name: deviceName(),
        response: await makePasskey(publicKey),
      });
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => service.account.passkeys.remove(id),
    onSettled: refresh,
  });
  const error = add.error ?? remove.error ?? passkeys.error;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {passkeys.data?.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row
          key={id}
          title={name}
          about={texts.passkeys.history(createdAt, lastUsedAt)}
          action={
            <Button variant="default" size="xs" onClick={() => remove.mutate(id)} loading={remove.isPending}>
              {texts.remove}
            </Button>
          }
        />
      ))}
      {passkeys.data?.length === 0 && <Text size="sm">{texts.passkeys.none}</Text>}
      <Group>
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
          {texts.passkeys.add}
        </Button>
      </Group>
    </>
  );
}

function Sessions() {
  const service = useService();
  const client = useQueryClient();
  const queryKey = ['account', 'sessions'];
  const sessions = useQuery({ queryKey, queryFn: () => service.sessions.list() });
  const onSettled = () => client.invalidateQueries({ queryKey });
  const end = useMutation({ mutationFn: (id: string) => service.sessions.end(id), onSettled });
  const endOthers = useMutation({ mutationFn: () => service.sessions.endOthers(), onSettled });
  const error = sessions.error ?? end.error ?? endOthers.error;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {sessions.data?.map(({ id, method, ip, userAgent, lastSeenAt, isCurrent }) => (
        <Row
          key={id}
          title={isCurrent ? texts.sessions.current : texts.sessions.other(ip, method)}
          about={texts.sessions.seen(browserOf(userAgent), lastSeenAt)}
          action={
            !isCurrent && (
              <Button variant="default" size="xs" onClick={() => end.mutate(id)}>
                {texts.sessions.end}
              </Button>
            )
          }
        />
      ))}
      {(sessions.data?.length ?? 0) > 1 && (
        <Group>
          <Button variant="default" onClick={() => endOthers.mutate()} loading={endOthers.isPending}>
            {texts.sessions.endOthers}
          </Button>
        </Group>
      )}
    </>
  );
}
