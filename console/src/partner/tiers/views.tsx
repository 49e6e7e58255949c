import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { texts } from './texts.ts';

const PATHS = { changes: '/tiers', levels: '/tiers/levels' } as const;
type View = keyof typeof PATHS;

/** Switches between the changes of tiers and the levels that they follow. */
export function TierViews({ shown }: { shown: View }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      w="fit-content"
      aria-label={texts.views.label}
      data={[
        { value: 'changes', label: texts.views.changes },
        { value: 'levels', label: texts.views.levels },
      ]}
      value={shown}
      onChange={(view) => void navigate({ to: PATHS[view], search: {} })}
    />
  );
}
