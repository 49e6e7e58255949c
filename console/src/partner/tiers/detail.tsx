import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../shared/panel/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { FactCard } from '../facts/fact.tsx';
import { History } from '../terms/history.tsx';
import { WithdrawTerm } from '../terms/withdraw-term.tsx';
import { TermState } from '../terms/state.tsx';
import { historyQuery, idOf, type TierChange } from './queries.ts';
import { texts } from './texts.ts';

export function TierChangeDetail({ change, onClose }: { change: TierChange; onClose: () => void }) {
  const id = idOf(change);
  const versions = useQuery(historyQuery(id));
  const canEdit = useScope('program:edit');
  return (
    <Panel title={texts.detail.title(id)} onClose={onClose}>
      <TermState state={change.state} />
      <FactCard kind="tier-changes" fact={change.fact} />
      <History versions={versions} summary={texts.version} />
      {canEdit && <WithdrawTerm kind="tier-changes" factKey={{ compensation_id: Number(id) }} />}
    </Panel>
  );
}
