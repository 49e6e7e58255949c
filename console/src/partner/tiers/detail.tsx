import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { historyQuery, idOf, type TierChange } from './queries.ts';
import { texts } from './texts.ts';

export function TierChangeDetail({ change, onClose }: { change: TierChange; onClose: () => void }) {
  const id = idOf(change);
  return (
    <TermPanel
      title={texts.detail.title(id)}
      kind="tier-changes"
      term={change}
      factKey={{ compensation_id: Number(id) }}
      versions={useQuery(historyQuery(id))}
      summary={texts.version}
      onClose={onClose}
    />
  );
}
