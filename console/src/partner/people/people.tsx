import { InvitePerson, People } from '../../shared/people/index.ts';
import { roles } from './texts.ts';

export const PeopleScreen = () => <People roles={roles} />;
export const InviteScreen = () => <InvitePerson roles={roles} />;
