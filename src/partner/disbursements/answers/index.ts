export { answerEndpoints } from './routes.ts';
