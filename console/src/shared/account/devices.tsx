import { Button, Group, Text } from '@mantine/core';
import type { NoticeSettings } from '@quaestor/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserOf } from '../browser/index.ts';
import { settingsQuery, useNoticeChange } from '../notices/index.ts';
import { Problem } from '../problem/index.ts';
import { canPush, endPush, fingerprintOf, readPush, startPush } from '../push/index.ts';
import { useService } from '../session/index.ts';
import { Row } from './row.tsx';
import { texts } from './texts.ts';

const { devices: t } = texts.notices;

const ownKey = ['notices', 'own-device'];

/** The browsers that get the messages of the person, whether they show the console or not. */
export function Devices({ devices, pushKey }: Pick<NoticeSettings, 'devices' | 'pushKey'>) {
  const service = useService();
  const client = useQueryClient();
  const own = useQuery({
    queryKey: ownKey,
    queryFn: async () => {
      const subscription = await readPush();
      return subscription === null ? null : fingerprintOf(subscription);
    },
  });
  const refresh = () => client.invalidateQueries({ queryKey: ownKey });
  const add = useNoticeChange(async () => {
    const subscription = await startPush(pushKey);
    if (!subscription) throw new Error(t.refused);
    return service.notices.saveDevice({ name: browserOf(navigator.userAgent).slice(0, 64), ...subscription });
  });
  const remove = useMutation({
    async mutationFn({ id, fingerprint }: (typeof devices)[number]) {
      await service.notices.removeDevice(id);
      if (fingerprint === own.data) await endPush();
    },
    async onSettled() {
      await refresh();
      await client.invalidateQueries({ queryKey: settingsQuery(service).queryKey });
    },
  });
  const error = add.error ?? remove.error;
  const isOn = devices.some(({ fingerprint }) => fingerprint === own.data);
  return (
    <>
      {error !== null && <Problem error={error} />}
      {devices.map((device) => (
        <Row
          key={device.id}
          title={device.fingerprint === own.data ? t.this(device.name) : device.name}
          about={t.state(device)}
          action={
            <Button
              variant="default"
              size="xs"
              onClick={() => remove.mutate(device)}
              loading={remove.isPending}
            >
              {texts.remove}
            </Button>
          }
        />
      ))}
      {!isOn && (
        <Group>
          <Button
            variant="default"
            disabled={!canPush() || own.isPending}
            loading={add.isPending}
            onClick={() => add.mutate(undefined, { onSettled: () => void refresh() })}
          >
            {t.add}
          </Button>
        </Group>
      )}
      <Text size="xs" c="dimmed">
        {canPush() ? t.about : t.impossible}
      </Text>
    </>
  );
}
