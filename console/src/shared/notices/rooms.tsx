import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewNoticeRoom, NoticeRoom, NoticeSettings } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../change/index.ts';
import { AskFirst, Section } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { ChatFields, chatFaults, EMPTY_CHAT, targetOf } from './chat-fields.tsx';
import { chatState, chatTitle, kindName } from './names.ts';
import { roomsQuery } from './queries.ts';
import { texts } from './texts.ts';

const { rooms: t } = texts;
type Kinds = Pick<NoticeSettings, 'kinds'>;

/** The chats that several people read, and how they take messages. */
export function Rooms({ kinds }: Kinds) {
  const service = useService();
  const rooms = useQuery(roomsQuery(service));
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={t.title}
      description={t.about}
      actions={
        !isAdding && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      {rooms.error !== null && <Problem error={rooms.error} />}
      {rooms.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      {rooms.data?.map((room) => (
        <Room key={room.id} room={room} kinds={kinds} />
      ))}
      {isAdding && <NewRoom kinds={kinds} onEnd={() => setAdding(false)} />}
    </Section>
  );
}

function Room({ room, kinds }: Kinds & { readonly room: NoticeRoom }) {
  const { notices } = useService();
  const remove = useChange(
    'notices',
    () => notices.removeRoom(room.id),
    () => ({ text: t.removed(room.name) }),
  );
  const gets = kinds.filter(({ kind }) => room.kinds.includes(kind)).map(kindName);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="md">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={500}>{room.name}</Text>
          <Text size="sm">{t.target(chatTitle(room), t.details[room.detail])}</Text>
          <Text size="sm" c={room.failingSince === null ? 'dimmed' : 'red'}>
            {chatState(room)}
          </Text>
        </div>
        <AskFirst
          label={t.remove}
          question={t.askRemove}
          confirm={t.confirmRemove}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {gets.join(' ')}
      </Text>
      {remove.error !== null && <Problem error={remove.error} />}
    </Stack>
  );
}

const DETAILS = ['bare', 'short', 'full'] as const;
const LANGUAGES = ['en', 'de'] as const;

const EMPTY = {
  ...EMPTY_CHAT,
  name: '',
  detail: 'short' as NewNoticeRoom['detail'],
  language: 'en' as NewNoticeRoom['language'],
  kinds: [] as string[],
};

function NewRoom({ kinds, onEnd }: Kinds & { readonly onEnd: () => void }) {
  const { notices } = useService();
  const form = useForm({ initialValues: EMPTY });
  const { name, detail, language, kinds: chosen } = form.values;
  const create = useChange(
    'notices',
    () => notices.createRoom({ ...targetOf(form.values), name, detail, language, kinds: chosen }),
    () => ({ text: t.added(name) }),
  );
  const faults = chatFaults(create.error);
  return (
    <form onSubmit={form.onSubmit(() => create.mutate(undefined, { onSuccess: onEnd }))}>
      <Stack gap="sm" maw={720}>
        {create.error !== null && faults === undefined && <Problem error={create.error} />}
        <Group align="end">
          <TextInput
            label={t.name}
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
            error={faults?.['name']?.join('; ')}
          />
          <ChatFields form={form} faults={faults} />
          <NativeSelect
            label={t.detail}
            data={DETAILS.map((value) => ({ value, label: t.details[value] }))}
            {...form.getInputProps('detail')}
          />
          <NativeSelect
            label={t.language}
            data={LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
            {...form.getInputProps('language')}
          />
        </Group>
        <Checkbox.Group label={t.kinds} {...form.getInputProps('kinds')}>
          <Stack gap="xs" mt={4}>
            {kinds.map(({ kind, summary }) => (
              <Checkbox key={kind} value={kind} label={kindName({ kind, summary })} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group>
          <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
            {t.create}
          </Button>
          <Button variant="default" onClick={onEnd}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
