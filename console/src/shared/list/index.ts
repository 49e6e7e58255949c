export { CreateLink } from './create-link.tsx';
export { find } from './find.ts';
export { FindField } from './find-field.tsx';
export { ListFilter } from './list-filter.tsx';
export { ListPage } from './list-page.tsx';
export { linkSearch, listSearch, text, toQuery } from './search.ts';
export { useListSearch } from './use-list-search.ts';
export { useOpened } from './use-opened.ts';
