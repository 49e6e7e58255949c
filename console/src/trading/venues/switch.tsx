import type { Venue } from '@quaestor/sdk';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

interface ModeSwitchProps {
  readonly venue: Venue;
  readonly member: 'trading' | 'withdrawals';
}

/** Shows what the server says; the chosen mode is shown once the server has taken it. */
export function ModeSwitch({ venue, member }: ModeSwitchProps) {
  const isAdmin = useScope('admin');
  const label = texts.detail[member];
  const change = useChange(
    'venues',
    (mode: Venue['trading']) => trading.venues.update(venue.code, { [member]: mode }),
    (_venue, mode) => ({ text: texts.switched(label, venue.name, texts.modes[mode]) }),
  );
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.modeHints[venue[member]]}
          </Text>
        </div>
        <SegmentedControl
          aria-label={label}
          data={Object.entries(texts.modes).map(([value, name]) => ({ value, label: name }))}
          value={venue[member]}
          disabled={!isAdmin || change.isPending}
          onChange={(mode) => change.mutate(mode as Venue['trading'])}
        />
      </Group>
      {change.error !== null && <Problem error={change.error} />}
    </div>
  );
}
