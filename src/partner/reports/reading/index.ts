export { CSV, FILES, type FileFormat } from './files.ts';
export { readOwn, type ReadOwn } from './read-own.ts';
export { checkSubject, checkTickets, readLines, readPage, type Lines, type Question } from './read.ts';
export { entityTag, PROGRAM_SCOPE, readPartnerState, readProgramState, States } from './state.ts';
export { columnOf, readValues } from './values.ts';
