export { importAnswer } from './import.ts';
export { answerEndpoints } from './routes.ts';
