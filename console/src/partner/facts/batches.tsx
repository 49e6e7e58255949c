import { useQuery } from '@tanstack/react-query';
import { IconDatabaseImport } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { nameOf } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { KindFilter } from '../lists/index.ts';
import { kindSearch } from '../search.ts';
import { usePages } from '../use-pages.ts';
import { BatchDetail } from './batch.tsx';
import { kindsQuery, type Batch } from './queries.ts';
import { texts } from './texts.ts';

export function Batches() {
  const { kind } = useAddress(kindSearch).search;
  const canSend = useScope('facts:write');
  const kinds = useQuery(kindsQuery());
  const { id, close } = useOpened();
  const list = usePages<Batch>(['facts', 'batches', kind], async ({ signal, ...places }) => {
    const { batches, count } = await partner.facts.batches(
      { ...places, ...(kind !== undefined && { kind }) },
      { signal },
    );
    return { rows: batches, count };
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconDatabaseImport size={32} />}
      action={canSend && <CreateLink to="/facts/new" label={texts.list.create} />}
      filter={
        <KindFilter
          label={texts.kind}
          all={texts.allKinds}
          kinds={(kinds.data ?? []).map(({ kind: known }) => known)}
          nameOf={texts.kindName}
        />
      }
      isFiltered={kind !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ number }) => String(number)}
      to={({ number }) => ({ id: String(number) })}
    >
      {id !== undefined && <BatchDetail key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  numberColumn('number', texts.columns.number, ({ number }) => number),
  textColumn('kind', texts.columns.kind, ({ kind }) => texts.kindName(kind)),
  textColumn('file', texts.columns.file, texts.sourceOf),
  textColumn('who', texts.columns.who, ({ actor_kind, actor }) => nameOf(`${actor_kind}:${actor}`)),
  numberColumn('accepted', texts.columns.accepted, ({ accepted }) => accepted),
  numberColumn('replaced', texts.columns.replaced, ({ replaced }) => replaced),
  numberColumn('withdrawn', texts.columns.withdrawn, ({ withdrawn }) => withdrawn),
  agoColumn('at', texts.columns.at, ({ created_at }) => created_at),
];
