export { BY_NUMBER, isAfter, isLater, positionBy, TIME_AND_ID } from './cursor.ts';
export { offsetCursorQuery, offsetQuery, readOffsetPage } from './offset.ts';
export { cursorPageOf, cursorQuery, pageOf, pageQuery, readCursorPage, readPage } from './page.ts';
export { readCounted, type Slice } from './slice.ts';
