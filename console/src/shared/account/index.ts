export { Invitation } from './invitation.tsx';
export { AddressConfirmation } from './notices.tsx';
export { SignIn } from './sign-in.tsx';
export { Security } from './security.tsx';
