import {
  ActionIcon,
  Anchor,
  Button,
  CloseButton,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { IconBookmark } from '../icons/index.ts';
import { readFilters, type NamedFilter } from './read-filters.ts';
import type { ListSearch } from './search.ts';
import { texts } from './texts.ts';

const { saved: t } = texts;
const NONE: readonly NamedFilter[] = [];

interface SavedFiltersProps {
  /** The list whose filters they are. */
  readonly noun: string;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => void;
}

/** The filters that a person keeps in this browser. */
export default function SavedFilters({ noun, search, onSearch }: SavedFiltersProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [name, setName] = useState('');
  const [filters, setFilters] = useLocalStorage<readonly NamedFilter[]>({
    key: `quaestor-filters:${noun}`,
    defaultValue: NONE,
    deserialize: readFilters,
  });
  const without = (removed: string) => filters.filter((filter) => filter.name !== removed);
  const { q, from, to } = search;
  const isFiltered = q !== undefined || from !== undefined || to !== undefined;
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-end" trapFocus withinPortal width={280}>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t.title} title={t.title} onClick={toggle}>
          <IconBookmark size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.title}>
        <Stack gap="xs">
          {filters.length === 0 && (
            <Text size="sm" c="dimmed">
              {t.none}
            </Text>
          )}
          {filters.map((filter) => (
            <Group key={filter.name} justify="space-between" wrap="nowrap">
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                onClick={() => {
                  onSearch({ q: undefined, from: undefined, to: undefined, ...filter.search });
                  close();
                }}
              >
                {filter.name}
              </Anchor>
              <CloseButton
                size="sm"
                aria-label={t.remove(filter.name)}
                onClick={() => setFilters(without(filter.name))}
              />
            </Group>
          ))}
          {isFiltered && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                setFilters([...without(name.trim()), { name: name.trim(), search: { q, from, to } }]);
                setName('');
                close();
              }}
            >
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput
                  size="xs"
                  label={t.name}
                  maxLength={60}
                  value={name}
                  onChange={({ currentTarget: { value } }) => setName(value)}
                />
                <Button size="xs" type="submit" disabled={name.trim() === ''}>
                  {t.save}
                </Button>
              </Group>
            </form>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
