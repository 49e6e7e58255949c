import { ActionIcon, Checkbox, Popover, Stack, Switch } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '../icons/index.ts';
import type { TableSettings } from './settings.ts';
import { texts } from './texts.ts';

interface TableMenuProps {
  /** The columns that can be left out. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly settings: TableSettings;
  readonly onChange: (settings: TableSettings) => void;
}

/** Which columns a table shows, and how close its rows are. */
export default function TableMenu({ columns, settings, onChange }: TableMenuProps) {
  const { hidden, isDense } = settings;
  const toggle = (id: string) =>
    onChange({
      ...settings,
      hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id],
    });
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.adjust} title={texts.adjust}>
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.adjust}>
        <Stack gap="xs">
          {columns.map(({ id, header }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
          <Switch
            size="xs"
            label={texts.dense}
            checked={isDense}
            onChange={() => onChange({ ...settings, isDense: !isDense })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
