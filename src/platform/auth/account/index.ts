export { factorEndpoints } from './factor-routes.ts';
export { sessionEndpoints } from './session-routes.ts';
export { browserSignInEndpoints } from './sign-in-routes.ts';
export { provePerson } from './sign-in.ts';
