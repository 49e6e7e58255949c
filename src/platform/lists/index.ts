export { BY_NUMBER, isAfter, isLater, positionBy, TIME_AND_ID } from './cursor.ts';
export {
  cursorPageOf,
  cursorQuery,
  pageOf,
  pageQuery,
  readCounted,
  readCursorPage,
  readPage,
  type Slice,
} from './page.ts';
