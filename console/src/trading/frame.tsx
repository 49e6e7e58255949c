import { Loader } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import {
  IconAddressBook,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuildingBank,
  IconChartHistogram,
  IconChecklist,
  IconFileExport,
  IconHistory,
  IconLayoutDashboard,
  IconPlugConnected,
  IconScale,
  IconSettingsAutomation,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Shell, type NavSection } from '../shared/layout/index.ts';
import { accountQuery, isSignedOut, StepUp, useService } from '../shared/session/index.ts';
import { sentenceOf } from '../shared/text/index.ts';
import { approvalsQuery } from './approvals/queries.ts';
import { followEvents } from './live.ts';
import { texts } from './texts.ts';

const Approves = lazy(() => import('./approves.tsx'));
const SIZE = 17;
const IDLE_MS = 30 * 60 * 1000;

const adminSection: NavSection = {
  label: texts.sections.admin,
  items: [
    { to: '/people', label: texts.screens.people, icon: <IconUsers size={SIZE} /> },
    { to: '/clients', label: texts.screens.clients, icon: <IconPlugConnected size={SIZE} /> },
    { to: '/jobs', label: texts.screens.jobs, icon: <IconSettingsAutomation size={SIZE} /> },
  ],
};

/** The desk around every screen of a person who has signed in. */
export function Frame() {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { data: account, error } = useQuery(accountQuery(service));
  const scopes = account?.scopes ?? [];
  const isApprover = scopes.includes('approvals:edit');
  const isAdmin = scopes.includes('admin');
  const { data: waiting } = useQuery({ ...approvalsQuery(), enabled: isApprover });
  useEffect(() => followEvents(client), [client]);
  const signOut = useMutation({
    mutationFn: () => service.sessions.signOut(),
    onSettled: async () => {
      client.clear();
      await navigate({ to: '/sign-in', search: { next: '/' }, replace: true });
    },
  });
  // Screens that read again by themselves keep the session alive, so the console ends it when nobody is there.
  const isIdle = useIdle(IDLE_MS, { initialState: false });
  const { mutate: end } = signOut;
  useEffect(() => {
    if (isIdle) end();
  }, [isIdle, end]);
  useEffect(() => {
    if (!isSignedOut(error)) return;
    client.clear();
    void navigate({ to: '/sign-in', search: { next: pathname }, replace: true });
  }, [error, client, navigate, pathname]);
  const sections: NavSection[] = [
    {
      label: texts.sections.desk,
      items: [
        { to: '/', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
        {
          to: '/approvals',
          label: texts.screens.approvals,
          icon: <IconChecklist size={SIZE} />,
          waiting: waiting?.totalElements,
        },
        { to: '/withdrawals', label: texts.screens.withdrawals, icon: <IconArrowUpRight size={SIZE} /> },
        { to: '/conversions', label: texts.screens.conversions, icon: <IconArrowsExchange size={SIZE} /> },
        { to: '/market', label: texts.screens.market, icon: <IconChartHistogram size={SIZE} /> },
      ],
    },
    {
      label: texts.sections.control,
      items: [
        { to: '/venues', label: texts.screens.venues, icon: <IconBuildingBank size={SIZE} /> },
        { to: '/policies', label: texts.screens.policies, icon: <IconScale size={SIZE} /> },
        { to: '/destinations', label: texts.screens.destinations, icon: <IconAddressBook size={SIZE} /> },
        ...(isAdmin ? [{ to: '/audit', label: texts.screens.audit, icon: <IconHistory size={SIZE} /> }] : []),
      ],
    },
    {
      label: texts.sections.records,
      items: [
        { to: '/exports', label: texts.screens.exports, icon: <IconFileExport size={SIZE} /> },
        ...(scopes.includes('webhooks:edit')
          ? [{ to: '/webhooks', label: texts.screens.webhooks, icon: <IconWebhook size={SIZE} /> }]
          : []),
      ],
    },
    ...(isAdmin ? [adminSection] : []),
  ];
  return (
    <Shell
      sections={sections}
      login={account?.login ?? ''}
      roles={(account?.roles ?? []).map((role) => sentenceOf(role.replace(/^\w+:/, ''))).join(', ')}
      onSignOut={() => signOut.mutate()}
    >
      <Outlet />
      <StepUp
        render={(approves) => (
          <Suspense fallback={<Loader size="sm" role="status" aria-label={texts.loading} />}>
            <Approves approves={approves} />
          </Suspense>
        )}
      />
    </Shell>
  );
}
