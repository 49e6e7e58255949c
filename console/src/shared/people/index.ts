export { InvitePerson } from './invite.tsx';
export { People } from './list.tsx';
export { peopleQuery } from './queries.ts';
export type { RoleTexts } from './roles.tsx';
