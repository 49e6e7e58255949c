import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { historyQuery, idOf, type TierLevel } from './queries.ts';
import { texts } from './texts.ts';

export function TierLevelDetail({ level, onClose }: { level: TierLevel; onClose: () => void }) {
  const { fact } = level;
  const id = idOf(level);
  return (
    <TermPanel
      title={texts.detail.title(String(fact['tier_group_id']))}
      kind="tier-levels"
      term={level}
      factKey={{ tier_group_id: Number(fact['tier_group_id']), valid_from: String(fact['valid_from']) }}
      versions={useQuery(historyQuery(id))}
      summary={texts.version}
      edit={{ to: '/tiers/levels/edit', id, label: texts.detail.edit }}
      onClose={onClose}
    />
  );
}
