import { PreconditionFailedError, type ReportEntry, type SavedView } from '@quaestor/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextLink } from '../../../shared/link/index.ts';
import { Panel } from '../../../shared/panel/index.ts';
import { AskFirst, Note } from '../../../shared/parts/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { partner } from '../../api.ts';
import { useViewed } from '../../viewed.ts';
import { namesOf } from '../parameters.ts';
import { viewsKey, viewsQuery } from '../queries.ts';
import { ViewMail } from './mail.tsx';
import { searchOf, type Saved } from './saved.ts';
import { texts } from '../texts.ts';

const { views: t } = texts;

interface ViewPanelProps {
  readonly entry: ReportEntry;
  /** What is shown now. */
  readonly shown: Saved;
  readonly onClose: () => void;
}

/** What the person saved of this report, and a name for what is shown now. */
export default function ViewPanel({ entry, shown, onClose }: ViewPanelProps) {
  const client = useQueryClient();
  const { data, error } = useQuery(viewsQuery());
  const canSave = useViewed().partner_uid === undefined;
  const [name, setName] = useState('');
  const views = data?.filter(({ report }) => report === entry.name) ?? [];
  const done = () => client.invalidateQueries({ queryKey: viewsKey });
  const save = useMutation({
    mutationFn: () => partner.views.create({ ...shown, report: entry.name as SavedView['report'], name }),
    onSuccess: async () => {
      setName('');
      await done();
    },
  });
  return (
    <Panel title={t.title} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t.about}
      </Text>
      {error !== null && <Problem error={error} />}
      {canSave ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t.name}
              required
              maxLength={64}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
          </Group>
        </form>
      ) : (
        <Note>{t.readOnly}</Note>
      )}
      {save.error !== null && <Problem error={save.error} names={namesOf(entry)} />}
      {data !== undefined && views.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      {views.map((view) => (
        <View key={view.id} view={view} shown={shown} canSave={canSave} onDone={done} onClose={onClose} />
      ))}
    </Panel>
  );
}

interface ViewProps extends Omit<ViewPanelProps, 'entry'> {
  readonly view: SavedView;
  readonly canSave: boolean;
  readonly onDone: () => Promise<void>;
}

function View({ view, shown, canSave, onDone, onClose }: ViewProps) {
  const isShown = asText(view) === asText(shown);
  const replace = useMutation({
    mutationFn: () => partner.views.update(view.id, shown, { ifMatch: view.etag }),
    onSettled: onDone,
  });
  const remove = useMutation({ mutationFn: () => partner.views.remove(view.id), onSuccess: onDone });
  const isOvertaken = replace.error instanceof PreconditionFailedError;
  const error = isOvertaken ? remove.error : (replace.error ?? remove.error);
  return (
    <Stack gap="xs" data-view={view.name}>
      <Group justify="space-between">
        <TextLink
          to="/reports/$report"
          params={{ report: view.report }}
          search={searchOf(view)}
          size="sm"
          fw={500}
          onClick={onClose}
        >
          {view.name}
        </TextLink>
        {isShown && (
          <Text size="xs" c="dimmed">
            {t.shown}
          </Text>
        )}
      </Group>
      {canSave && (
        <Group gap="xs">
          {!isShown && (
            <Button
              variant="default"
              size="compact-sm"
              loading={replace.isPending}
              onClick={() => replace.mutate()}
            >
              {t.replace}
            </Button>
          )}
          <AskFirst
            label={t.remove}
            question={t.ask}
            confirm={t.yes}
            size="compact-sm"
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        </Group>
      )}
      {canSave && <ViewMail view={view} onDone={onDone} />}
      {isOvertaken && <Note>{isShown ? t.overtakenAlike : t.overtaken}</Note>}
      {error !== null && <Problem error={error} />}
    </Stack>
  );
}

const asText = ({ query, display }: Saved): string =>
  JSON.stringify([query, display], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : value,
  );
