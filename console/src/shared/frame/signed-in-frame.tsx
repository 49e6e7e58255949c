import { Box, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Actions, OutageBanner } from '../connection/index.ts';
import { Shell, type NavSection } from '../layout/index.ts';
import { Messages } from '../messages/index.ts';
import { Alarm, WaitingCount } from '../parts/index.ts';
import { endPush } from '../push/index.ts';
import { accountQuery, isSignedOut, StepUp, useService } from '../session/index.ts';
import { sentenceOf } from '../text/index.ts';
import { countAll, type Waiting } from '../waiting/index.ts';
import { leavesAfter, type Departure } from './leaves-after.ts';
import { texts } from './texts.ts';
import { useAbsence } from './use-absence.ts';

const ABSENT_MS = 30 * 60 * 1000;

interface FrameProps {
  readonly sections: readonly NavSection[];
  /** What waits for the person; counted beside the screens and in the tab. */
  readonly waiting: readonly Waiting[];
  /** Shows what a person confirms with their second factor. */
  readonly approved: ComponentType<{ approves: Readonly<Record<string, unknown>> }>;
  /** Shown above the screen. */
  readonly children?: ReactNode;
}

/** The frame around every screen of a person who has signed in. */
export function SignedInFrame({ sections, waiting, approved: Approved, children }: FrameProps) {
  const service = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  // Another tab may have signed in somebody else in the meantime.
  const { data: account, error } = useQuery({ ...accountQuery(service), refetchOnWindowFocus: 'always' });
  const login = account?.login;
  const [person] = useState(login);
  const leave = useCallback(
    async (next: string) => {
      // Already on the way there: a second answer without a session must not replace where the person came from.
      if (router.state.location.pathname === '/sign-in') return;
      client.clear();
      await navigate({ to: '/sign-in', search: { next }, replace: true });
    },
    [client, navigate, router],
  );
  const { mutate: signOut, error: refusal } = useMutation({
    mutationFn: (_from: Departure) => service.sessions.signOut(),
    onSettled: (_answer, failure, departure) =>
      leavesAfter(failure, departure) ? leave(departure.next) : undefined,
  });
  // Screens that read again by themselves keep the session alive, so the console ends it when nobody is there.
  const onAbsent = useCallback(
    () => signOut({ next: router.state.location.href, isAbsent: true }),
    [signOut, router],
  );
  useAbsence(ABSENT_MS, onAbsent);
  useEffect(() => {
    if (isSignedOut(error)) void leave(router.state.location.href);
  }, [error, leave, router]);
  useEffect(() => {
    if (login === undefined || person === undefined || login === person) return;
    const { href } = router.state.location;
    // Nothing of the one person stays for the other: no question, form or list.
    void leave(href).then(() => navigate({ href, replace: true }));
  }, [login, person, leave, navigate, router]);
  return (
    <Shell
      sections={withCounts(sections, waiting)}
      login={login ?? ''}
      roles={(account?.roles ?? []).map((role) => sentenceOf(role.replace(/^\w+:/, ''))).join(', ')}
      onSignOut={() => {
        // Who is only away gets messages; after a sign-out, nobody in this browser does.
        endPush().catch(() => {});
        signOut({ next: '/', isAbsent: false });
      }}
    >
      <OutageBanner />
      {refusal !== null && (
        <Box mb="lg">
          <Alarm title={texts.stillSignedIn.title}>
            <Text size="sm">{texts.stillSignedIn.about}</Text>
          </Alarm>
        </Box>
      )}
      {children}
      <WaitingCount value={countAll(waiting)}>
        <Actions>
          <Outlet />
        </Actions>
      </WaitingCount>
      <Messages />
      <StepUp render={(approves) => <Approved approves={approves} />} />
    </Shell>
  );
}

const INBOX = '/inbox';

/** Each screen with how many things wait there; the inbox has all. */
const withCounts = (sections: readonly NavSection[], waiting: readonly Waiting[]): NavSection[] =>
  sections.map(({ label, items }) => ({
    label,
    items: items.map((item) => ({
      ...item,
      waiting: countAll(
        item.to === INBOX ? waiting : waiting.filter(({ source }) => source.screen === item.to),
      ),
    })),
  }));
