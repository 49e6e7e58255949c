import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { historyQuery, keyOf, tariffQuery } from './queries.ts';
import { texts } from './texts.ts';

export function TariffDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const term = useQuery(tariffQuery(id));
  return (
    <TermPanel
      title={texts.detail.title}
      missing={texts.missing}
      kind="tariffs"
      term={term}
      factKey={keyOf(id)}
      versions={useQuery({ ...historyQuery(id), enabled: Boolean(term.data) })}
      summary={texts.version}
      edit={{ place: { to: '/tariffs/edit', search: { id } }, label: texts.detail.edit }}
      onClose={onClose}
    />
  );
}
