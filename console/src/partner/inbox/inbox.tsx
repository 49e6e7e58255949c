import { Inbox } from '../../shared/inbox/index.ts';
import { useSources } from './sources.ts';
import { texts } from './texts.ts';

export const OwnInbox = () => <Inbox sources={useSources()} empty={texts.empty} />;
