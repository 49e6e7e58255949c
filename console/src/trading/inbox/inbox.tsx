import { Inbox } from '../../shared/inbox/index.ts';
import { SOURCES } from './sources.ts';
import { texts } from './texts.ts';

export const OwnInbox = () => <Inbox sources={SOURCES} empty={texts.empty} />;
