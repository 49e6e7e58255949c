import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { changeQuery, historyQuery } from './queries.ts';
import { texts } from './texts.ts';

export function TierChangeDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const term = useQuery(changeQuery(id));
  return (
    <TermPanel
      title={texts.detail.title(id)}
      missing={texts.detail.missing}
      kind="tier-changes"
      term={term}
      factKey={{ compensation_id: Number(id) }}
      versions={useQuery({ ...historyQuery(id), enabled: Boolean(term.data) })}
      summary={texts.version}
      onClose={onClose}
    />
  );
}
