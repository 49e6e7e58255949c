export { acceptInvitation, beginInvitedPasskey, findInvitation } from './accept.ts';
export { changeRoles, changingRoles } from './change.ts';
export { invitePerson, inviting, resetPerson, resetting, type Invitation } from './invite.ts';
export { listInvited } from './list-invited.ts';
export { invitationNotice } from './notices.ts';
export { passwordFaults } from './password.ts';
export { NO_SIGN_INS, readSignIns } from './read-sign-ins.ts';
export { invitationLink, peopleEndpoints } from './routes.ts';
export { deleteExpiredInvitations } from './store.ts';
