import { useQuery } from '@tanstack/react-query';
import { Page } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { Compulsory } from './compulsory.tsx';
import { Deliveries } from './deliveries.tsx';
import { settingsQuery } from './queries.ts';
import { Rooms } from './rooms.tsx';
import { texts } from './texts.ts';

/** What admins decide about messages to people, and what became of each. */
export function NoticesScreen() {
  const settings = useQuery(settingsQuery(useService()));
  return (
    <Page
      title={texts.title}
      description={settings.data?.isMailConfigured === false ? texts.noMail : texts.about}
    >
      {settings.error !== null && <Problem error={settings.error} />}
      {settings.data !== undefined && (
        <>
          <Rooms kinds={settings.data.kinds.filter(({ isPrivate }) => !isPrivate)} />
          <Compulsory kinds={settings.data.kinds} />
        </>
      )}
      <Deliveries />
    </Page>
  );
}
