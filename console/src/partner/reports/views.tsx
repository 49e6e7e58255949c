import type { NewSavedView, ReportEntry, SavedView } from '@quaestor/sdk';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { AskFirst, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { useViewed } from '../viewed.ts';
import { viewsKey, viewsQuery } from './queries.ts';
import type { ReportQuery } from './search.ts';
import { texts } from './texts.ts';

const { views: t } = texts;

interface ViewPanelProps {
  readonly entry: ReportEntry;
  /** What is shown now. */
  readonly query: ReportQuery;
  readonly onClose: () => void;
}

/** What the person saved of this report, and a name for what is shown now. */
export default function ViewPanel({ entry, query, onClose }: ViewPanelProps) {
  const client = useQueryClient();
  const { data, error } = useQuery(viewsQuery());
  const canSave = useViewed().partner_uid === undefined;
  const [name, setName] = useState('');
  const views = data?.filter(({ report }) => report === entry.name) ?? [];
  const done = () => client.invalidateQueries({ queryKey: viewsKey });
  const body = { report: entry.name, query } as Pick<NewSavedView, 'report' | 'query'>;
  const save = useMutation({
    mutationFn: () => partner.views.create({ ...body, name }),
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
      {save.error !== null && <Problem error={save.error} />}
      {data !== undefined && views.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      {views.map((view) => (
        <View key={view.id} view={view} query={query} canSave={canSave} onDone={done} onClose={onClose} />
      ))}
    </Panel>
  );
}

interface ViewProps extends Omit<ViewPanelProps, 'entry'> {
  readonly view: SavedView;
  readonly canSave: boolean;
  readonly onDone: () => Promise<void>;
}

function View({ view, query, canSave, onDone, onClose }: ViewProps) {
  const isShown = asText(view.query) === asText(query);
  const replace = useMutation({
    mutationFn: () => partner.views.update(view.id, { query: query as SavedView['query'] }),
    onSuccess: onDone,
  });
  const remove = useMutation({ mutationFn: () => partner.views.remove(view.id), onSuccess: onDone });
  const error = replace.error ?? remove.error;
  return (
    <Stack gap="xs" data-view={view.name}>
      <Group justify="space-between">
        <Anchor
          component={Link}
          to={`/reports/${view.report}`}
          search={view.query as never}
          size="sm"
          fw={500}
          onClick={onClose}
        >
          {view.name}
        </Anchor>
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
      {error !== null && <Problem error={error} />}
    </Stack>
  );
}

const asText = (query: object): string =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
