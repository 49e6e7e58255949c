import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { historyQuery, keyOf, levelQuery } from './queries.ts';
import { texts } from './texts.ts';

export function TierLevelDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const term = useQuery(levelQuery(id));
  const key = keyOf(id);
  return (
    <TermPanel
      title={texts.detail.title(key.tier_group_id)}
      missing={texts.missing}
      kind="tier-levels"
      term={term}
      factKey={key}
      versions={useQuery({ ...historyQuery(id), enabled: Boolean(term.data) })}
      summary={texts.version}
      edit={{ place: { to: '/tiers/levels/edit', search: { id } }, label: texts.detail.edit }}
      onClose={onClose}
    />
  );
}
