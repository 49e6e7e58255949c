import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NoticeSettings } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ChatFields,
  chatFaults,
  chatState,
  chatTitle,
  EMPTY_CHAT,
  settingsQuery,
  targetOf,
  useNoticeChange,
} from '../notices/index.ts';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { Row } from './row.tsx';
import { texts } from './texts.ts';

const { chat: t } = texts.notices;

/** The chat that gets the messages of the person too. */
export function Chat({ chat }: Pick<NoticeSettings, 'chat'>) {
  const service = useService();
  const client = useQueryClient();
  const form = useForm({ initialValues: EMPTY_CHAT });
  const save = useNoticeChange((values: typeof EMPTY_CHAT) => service.notices.saveChat(targetOf(values)));
  const remove = useMutation({
    mutationFn: () => service.notices.removeChat(),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery(service).queryKey }),
  });
  const faults = chatFaults(save.error);
  const error = faults ? remove.error : (save.error ?? remove.error);
  return (
    <>
      {error !== null && <Problem error={error} />}
      {chat !== null && (
        <Row
          title={chatTitle(chat)}
          about={chatState(chat)}
          action={
            <Button variant="default" size="xs" onClick={() => remove.mutate()} loading={remove.isPending}>
              {texts.remove}
            </Button>
          }
        />
      )}
      <form onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: () => form.reset() }))}>
        <Group align="end">
          <ChatFields form={form} faults={faults} />
          <Button type="submit" variant="default" loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </form>
      <Text size="xs" c="dimmed">
        {t.about}
      </Text>
    </>
  );
}
