export { FILE_NAME_HEADER } from './file-name.ts';
export { ENTITY_TAG, entityTag, IF_MATCH_HEADER, requireMatch } from './if-match.ts';
export { ETAG_DECLARATION, IF_NONE_MATCH_HEADER, matchesTag } from './match-tag.ts';
export {
  FOR_EVER,
  REVALIDATE,
  madeContent,
  storedContent,
  type Content,
  type Encoding,
} from './stored-content.ts';
