import { useQuery } from '@tanstack/react-query';
import { TermPanel } from '../terms/term-panel.tsx';
import { historyQuery, idOf, KEY, type Tariff } from './queries.ts';
import { texts } from './texts.ts';

export function TariffDetail({ tariff, onClose }: { tariff: Tariff; onClose: () => void }) {
  const id = idOf(tariff);
  return (
    <TermPanel
      title={texts.detail.title}
      kind="tariffs"
      term={tariff}
      factKey={Object.fromEntries(KEY.map((name) => [name, String(tariff.fact[name])]))}
      versions={useQuery(historyQuery(id))}
      summary={texts.version}
      edit={{ to: '/tariffs/edit', id, label: texts.detail.edit }}
      onClose={onClose}
    />
  );
}
