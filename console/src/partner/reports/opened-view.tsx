import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { IconReportOff } from '../../shared/icons/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Empty } from '../../shared/parts/index.ts';
import { Unloaded } from '../../shared/problem/index.ts';
import { viewsQuery } from './queries.ts';
import { searchOf } from './saved-views/index.ts';
import { texts } from './texts.ts';

const { views: t } = texts;

/** Where the link of a mail leads: it says nothing of what the view asks for. */
export function OpenedView() {
  const { view: id } = useParams({ from: '/signed-in/views/$view' });
  const { data, error, refetch } = useQuery(viewsQuery());
  if (data === undefined) return <Unloaded title={t.title} error={error} onRetry={() => void refetch()} />;
  const view = data.find((each) => each.id === id);
  if (view === undefined) {
    return (
      <Empty
        icon={<IconReportOff size={32} />}
        title={t.gone}
        action={<TextLink to="/reports">{texts.missing.list}</TextLink>}
      >
        {t.goneAbout}
      </Empty>
    );
  }
  return <Navigate to="/reports/$report" params={{ report: view.report }} search={searchOf(view)} replace />;
}
