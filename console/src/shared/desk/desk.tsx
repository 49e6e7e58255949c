import { Loader } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { Shell, type NavSection } from '../layout/index.ts';
import { accountQuery, isSignedOut, StepUp, useService } from '../session/index.ts';
import { sentenceOf } from '../text/index.ts';
import { texts } from './texts.ts';

const IDLE_MS = 30 * 60 * 1000;

interface DeskProps {
  readonly sections: readonly NavSection[];
  /** Shows what a person confirms with their second factor. */
  readonly approved: ComponentType<{ approves: Readonly<Record<string, unknown>> }>;
  /** Shown above the screen. */
  readonly children?: ReactNode;
}

/** The frame around every screen of a person who has signed in. */
export function Desk({ sections, approved: Approved, children }: DeskProps) {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { data: account, error } = useQuery(accountQuery(service));
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
  return (
    <Shell
      sections={sections}
      login={account?.login ?? ''}
      roles={(account?.roles ?? []).map((role) => sentenceOf(role.replace(/^\w+:/, ''))).join(', ')}
      onSignOut={() => signOut.mutate()}
    >
      {children}
      <Outlet />
      <StepUp
        render={(approves) => (
          <Suspense fallback={<Loader size="sm" role="status" aria-label={texts.loading} />}>
            <Approved approves={approves} />
          </Suspense>
        )}
      />
    </Shell>
  );
}
