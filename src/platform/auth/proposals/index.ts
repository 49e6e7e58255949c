export { accessNotice } from './notices.ts';
export { accessEndpoints } from './routes.ts';
export { TAKES_TWO, waiting, WAITS } from './schema.ts';
export { takesTwo, type Admin, type TwoAdmins } from './takes-two.ts';
