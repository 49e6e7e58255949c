export { accountEndpoints } from './routes.ts';
export { provePerson } from './sign-in.ts';
