import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { texts } from './texts.ts';

const PATHS = {
  queue: '/managed-disbursements',
  runs: '/managed-disbursements/runs',
  destinations: '/managed-disbursements/destinations',
  files: '/managed-disbursements/files',
  answers: '/managed-disbursements/answers',
  blocks: '/managed-disbursements/blocks',
} as const;
type View = keyof typeof PATHS;
const VIEWS = Object.keys(PATHS) as View[];

/** Switches between the parts of paying partners. */
export function Views({ shown }: { shown: View }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      maw="100%"
      style={{ overflowX: 'auto' }}
      aria-label={texts.views.label}
      data={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
      value={shown}
      onChange={(view) => void navigate({ to: PATHS[view], search: {} })}
    />
  );
}
