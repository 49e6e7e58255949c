import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QuaestorError, type NoticeSettings } from '@quaestor/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { kindName, settingsQuery, useNoticeChange } from '../notices/index.ts';
import { Note, Page } from '../parts/index.ts';
import { Loaded, Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { personZone } from '../text/index.ts';
import { Chat } from './chat.tsx';
import { Devices } from './devices.tsx';
import { Row } from './row.tsx';
import { texts } from './texts.ts';

const { notices } = texts;

/** Which messages the person gets, and where. */
export function Notices() {
  const service = useService();
  const settings = useQuery(settingsQuery(service));
  return (
    <Loaded query={settings}>
      {(read) => (
        <>
          {!read.isMailConfigured && <Text size="sm">{notices.noMail}</Text>}
          <Email email={read.email} />
          <Devices devices={read.devices} pushKey={read.pushKey} />
          <Chat chat={read.chat} />
          <Choice settings={read} />
        </>
      )}
    </Loaded>
  );
}

function Email({ email }: Pick<NoticeSettings, 'email'>) {
  const service = useService();
  const client = useQueryClient();
  const form = useForm({ initialValues: { address: '' } });
  const save = useNoticeChange((values: typeof form.values) => service.notices.saveEmail(values));
  const remove = useMutation({
    mutationFn: () => service.notices.removeEmail(),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery(service).queryKey }),
  });
  const fault = save.error instanceof QuaestorError ? save.error.errors['address'] : undefined;
  const error = fault ? remove.error : (save.error ?? remove.error);
  return (
    <>
      {error !== null && <Problem error={error} />}
      {email !== null && (
        <Row
          title={email.address}
          about={notices.state(email)}
          action={
            <Button variant="default" size="xs" onClick={() => remove.mutate()} loading={remove.isPending}>
              {texts.remove}
            </Button>
          }
        />
      )}
      <form onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.reset() }))}>
        <Group align="end">
          <TextInput
            label={notices.address}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
            {...form.getInputProps('address')}
            error={fault?.join('; ')}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            {notices.sendLink}
          </Button>
        </Group>
      </form>
    </>
  );
}

function Choice({ settings }: { readonly settings: NoticeSettings }) {
  const service = useService();
  const { kinds, quietHours } = settings;
  // Until the person types, what is kept is shown as it is now.
  const [typed, setTyped] = useState<{ readonly from: string; readonly until: string }>();
  const quiet = typed ?? { from: quietHours?.from ?? '', until: quietHours?.until ?? '' };
  const choose = useNoticeChange((choice: Parameters<typeof service.notices.choose>[0]) =>
    service.notices.choose(choice),
  );
  const off = kinds.filter(({ isOn }) => !isOn).map(({ kind }) => kind);
  const isNone = quiet.from === '' && quiet.until === '';
  const timeZone = personZone();
  const isElsewhere = quietHours !== null && quietHours.timeZone !== timeZone;
  return (
    <>
      {choose.error !== null && <Problem error={choose.error} />}
      <Stack gap="xs">
        {kinds
          .filter(({ isYours }) => isYours)
          .map(({ kind, summary, isOn, isCompulsory }) => (
            <Checkbox
              key={kind}
              label={kindName({ kind, summary })}
              description={isCompulsory ? notices.compulsory : undefined}
              checked={isOn}
              disabled={isCompulsory || choose.isPending}
              onChange={() =>
                choose.mutate({
                  off: isOn ? [...off, kind] : off.filter((each) => each !== kind),
                  quietHours,
                })
              }
            />
          ))}
      </Stack>
      <Group align="end">
        <TextInput
          label={notices.quietFrom(timeZone)}
          type="time"
          value={quiet.from}
          onChange={({ currentTarget: { value } }) => setTyped({ ...quiet, from: value })}
        />
        <TextInput
          label={notices.quietUntil(timeZone)}
          type="time"
          value={quiet.until}
          onChange={({ currentTarget: { value } }) => setTyped({ ...quiet, until: value })}
        />
        <Button
          variant="default"
          loading={choose.isPending}
          onClick={() =>
            choose.mutate(
              { off, quietHours: isNone ? null : { ...quiet, timeZone } },
              { onSuccess: () => setTyped(undefined) },
            )
          }
        >
          {notices.saveQuiet}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {notices.quietAbout}
      </Text>
      {isElsewhere && <Note>{notices.quietElsewhere(quietHours, timeZone)}</Note>}
    </>
  );
}

/** Where the link to an address leads. The token is after the `#`, so that no server ever logs it. */
export function AddressConfirmation() {
  const service = useService();
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const confirm = useNoticeChange(() => service.notices.confirmEmail({ token }));
  return (
    <Page title={notices.confirmTitle} description={notices.confirmAbout}>
      {confirm.error !== null && <Problem error={confirm.error} />}
      <Group>
        <Button
          loading={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onSuccess: () => void navigate({ to: '/security' }) })}
        >
          {notices.confirm}
        </Button>
      </Group>
    </Page>
  );
}
