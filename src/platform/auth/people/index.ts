export { acceptInvitation, beginInvitedPasskey, findInvitation } from './accept.ts';
export { changeRoles } from './change.ts';
export { invitePerson, resetPerson, type Invitation } from './invite.ts';
export { listInvited } from './list-invited.ts';
export { passwordFaults } from './password.ts';
export { invitationLink, peopleEndpoints } from './routes.ts';
export { deleteExpiredInvitations } from './store.ts';
