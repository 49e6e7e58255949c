import { Group, Stack, Text } from '@mantine/core';
import { IconInbox } from '../icons/index.ts';
import { TextLink } from '../link/index.ts';
import { ListPage } from '../list/index.ts';
import { agoColumn, nameColumn, textColumn, type Column } from '../table/index.ts';
import { useWaiting, type Source, type Waiting } from '../waiting/index.ts';
import { texts } from './texts.ts';

type Row = Waiting['items'][number] & { readonly source: Source };

interface InboxProps {
  /** The most important first. */
  readonly sources: readonly Source[];
  /** Says what would be in an empty inbox. */
  readonly empty: string;
}

/** Everything that waits for the person, from all sources. */
export function Inbox({ sources, empty }: InboxProps) {
  const waiting = useWaiting(sources);
  const rows = waiting.flatMap(({ source, items }) =>
    items.toSorted((a, b) => a.at.localeCompare(b.at)).map((item) => ({ ...item, source })),
  );
  return (
    <ListPage<Row>
      texts={{ ...texts, empty: { ...texts.empty, text: empty } }}
      icon={<IconInbox size={32} />}
      list={{
        rows,
        total: rows.length,
        error: waiting.find(({ error }) => error !== null)?.error ?? null,
        isPending: waiting.some(({ isPending }) => isPending),
        isLoading: waiting.some(({ isPending }) => isPending),
        refetch: () => Promise.all(waiting.map(({ refetch }) => refetch())),
      }}
      columns={COLUMNS}
      idOf={({ id, source }) => `${source.id}:${id}`}
      to={({ place }) => place}
    >
      <Stack gap="xs">
        {waiting.map(
          ({ source, count, items }) =>
            count > items.length && (
              <Group key={source.id} gap="xs">
                <Text size="sm" c="dimmed">
                  {texts.others(count - items.length)}
                </Text>
                <TextLink {...source.place} size="sm">
                  {source.all}
                </TextLink>
              </Group>
            ),
        )}
      </Stack>
    </ListPage>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('what', texts.columns.what, ({ source }) => source.what),
  textColumn('about', texts.columns.about, ({ about }) => about),
  textColumn('by', texts.columns.by, ({ by }) => by ?? ''),
  agoColumn('at', texts.columns.at, ({ at }) => at),
];
