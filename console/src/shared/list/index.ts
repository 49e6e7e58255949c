export { CreateLink } from './create-link.tsx';
export { find } from './find.ts';
export { FindField } from './find-field.tsx';
export { ListPage } from './list-page.tsx';
export { listSearch, parameters, toQuery } from './search.ts';
export { SectionOfRows } from './section-of-rows.tsx';
export { useAddress } from './use-address.ts';
export { useFiltered } from './use-filtered.tsx';
export { useOpened } from './use-opened.ts';
