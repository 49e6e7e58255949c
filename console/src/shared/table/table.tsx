import { ActionIcon, Checkbox, Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type RowData,
  type RowSelectionState,
} from '@tanstack/react-table';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconArrowDown, IconArrowUp, IconDownload } from '../icons/index.ts';
import { later } from '../later/index.ts';
import type { Column } from './column.ts';
import { decimalsOf } from './decimals-of.ts';
import { download as save } from './download.ts';
import { hasKeys, takeKeys } from './key-owner.ts';
import { linkTo, Opener, type RowPlace } from './opener.tsx';
import { rowCountOf } from './row-count.ts';
import { useSettings } from './settings.ts';
import { nextOrder, sortRows, type Order } from './sort-rows.ts';
import classes from './table.module.css';
import { toCsv } from './to-csv.ts';
import { topOf } from './top-of.ts';
import { texts } from './texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';

const TableMenu = later(() => import('./table-menu.tsx'));
const features = tableFeatures({ rowSelectionFeature });
const ROW_PX = 45;
const OVERSCAN = 8;
const NOTHING: RowSelectionState = {};
const CONTROLS = 'a, button, input, label';
const TYPED = ['TEXTAREA', 'SELECT'];
/** The box of a row that was selected has the focus, and takes no letters. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** The row that keys act on, and where it was last. */
interface Active {
  readonly id: string;
  readonly index: number;
}

interface TableProps<T extends RowData> {
  /** What the rows are, for screen readers and the export. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** The name of the export, if it says more than what the rows are. */
  readonly file?: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** Where a row leads. */
  readonly to?: ((row: T) => RowPlace) | undefined;
  /** Opens a row that has no address. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Loads more rows when the last ones come into view. */
  readonly onEnd?: (() => void) | undefined;
  readonly isLoading?: boolean;
  /** How many rows the server has, if it has counted them. */
  readonly total?: number | undefined;
  readonly selection?: {
    readonly selected: RowSelectionState;
    readonly onChange: (selected: RowSelectionState) => void;
    readonly canSelect: (row: T) => boolean;
    /** Tells the row from the others, for screen readers. */
    readonly nameOf: (row: T) => string;
  };
  /** What keys do with the row that is active. */
  readonly keys?: readonly (readonly [key: string, act: (row: T) => void])[];
  /** Whether people choose its columns, their order and how close its rows are. */
  readonly isAdjustable?: boolean;
  readonly tools?: ReactNode;
}

/** Rows of which only those in view are in the document. `j` and `k` move, Enter opens. */
export function DataTable<T extends RowData>(props: TableProps<T>) {
  const { name, columns: all, rows: given, idOf, to, onOpen, onEnd, total, selection, tools } = props;
  const { isLoading = false, isAdjustable = false, keys = [], file = name } = props;
  const navigate = useNavigate();
  const [active, setActive] = useState<Active>();
  const [settings, setSettings] = useSettings(name);
  const [order, setOrder] = useState<Order>();
  const named = all.find(({ isName }) => isName) ?? all[0];
  const columns = useMemo(
    () =>
      isAdjustable ? all.filter((column) => column === named || !settings.hidden.includes(column.id)) : all,
    [all, isAdjustable, named, settings.hidden],
  );
  // Of rows that are still to come nobody knows the order.
  const canOrder = isAdjustable && onEnd === undefined;
  const rows = useMemo(
    () => sortRows(given, all, canOrder ? order : undefined),
    [given, all, canOrder, order],
  );
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const definitions = useMemo(
    () => columns.map(({ id, header, text }) => ({ id, header, accessorFn: text })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    enableRowSelection: (row) => selection?.canSelect(row.original) ?? false,
    state: { rowSelection: selection?.selected ?? NOTHING },
    onRowSelectionChange: (change) => {
      selection?.onChange(typeof change === 'function' ? change(selection.selected) : change);
    },
  });
  const decimals = useMemo(() => decimalsOf(columns, rows), [columns, rows]);
  const { rows: model } = table.getRowModel();
  // A row that moves keeps its element, and with it the focus.
  const keyOf = useCallback((index: number) => model[index]?.id ?? index, [model]);
  const virtual = useWindowVirtualizer({
    count: model.length,
    estimateSize: () => ROW_PX,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: topOf(body.current),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= model.length - OVERSCAN) onEnd?.();
  }, [last, model.length, onEnd]);

  const canOpen = to !== undefined || onOpen !== undefined;
  const open = (row: T) => {
    if (to === undefined) onOpen?.(row);
    else void navigate(linkTo(to(row)));
  };
  const activeRow = () => model.find(({ id }) => id === active?.id);
  // The row that takes the place of one that has gone.
  const next = model[Math.min(active?.index ?? 0, model.length - 1)];
  useKeptFocus(frame, (activeRow() ?? next)?.id);
  const move = (step: number) => {
    if (!hasKeys(frame.current)) return;
    const at = model.findIndex(({ id }) => id === active?.id);
    // A row that has gone leaves its place to the one below.
    const from = at === -1 ? (active?.index ?? 0) - (step > 0 ? 1 : 0) : at;
    const index = Math.min(Math.max(from + step, 0), model.length - 1);
    const id = model[index]?.id;
    if (id === undefined) return;
    flushSync(() => setActive({ id, index }));
    virtual.scrollToIndex(index);
    frame.current
      ?.querySelector<HTMLElement>('tr[data-active] [data-opener]')
      ?.focus({ preventScroll: true });
  };
  // Enter on a link, on a button or in a dialog belongs to that.
  const openActive = ({ target }: KeyboardEvent) => {
    const row = activeRow();
    if (target === document.body && row !== undefined && hasKeys(frame.current)) open(row.original);
  };
  const toggleActive = () => {
    const row = activeRow();
    if (row?.getCanSelect() === true && hasKeys(frame.current)) row.toggleSelected();
  };
  const actions: [string, (event: KeyboardEvent) => void][] = [
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['Enter', openActive],
    ['x', toggleActive],
    ...keys.map(([key, act]): [string, () => void] => [
      key,
      () => {
        const row = activeRow();
        if (row !== undefined && hasKeys(frame.current)) act(row.original);
      },
    ]),
  ];
  useHotkeys(
    actions.map(([key, act]) => [key, (event) => !isTyping(event) && act(event), { preventDefault: false }]),
    TYPED,
  );

  const ownSort = (id: string) => ({
    direction: order?.by === id ? order.direction : ('none' as const),
    onSort: () => setOrder(nextOrder(order, id)),
  });
  const above = (items[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  const download = onEnd === undefined ? texts.download : texts.downloadLoaded(rows.length);
  const span = columns.length + (selection === undefined ? 0 : 1);
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-table
      data-dense={(isAdjustable && settings.isDense) || undefined}
    >
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {countOf(rows.length, total, onEnd !== undefined)}
          {isLoading && <Loader size={12} ml={8} role="status" aria-label={texts.loading} />}
        </Text>
        <div className={classes.tools}>
          {tools}
          {isAdjustable && (
            <Suspense fallback={null}>
              <TableMenu
                columns={all.filter((column) => column !== named)}
                settings={settings}
                onChange={setSettings}
              />
            </Suspense>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={download}
            title={download}
            disabled={rows.length === 0}
            onClick={() => save(`${file}.csv`, 'text/csv', toCsv(columns, rows))}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </div>
      </div>
      <table
        className={classes.table}
        aria-label={name}
        aria-rowcount={rowCountOf(rows.length, total, onEnd !== undefined)}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection !== undefined && (
              <td className={classes.check}>
                <VisuallyHidden>{texts.selected}</VisuallyHidden>
              </td>
            )}
            {columns.map(({ id, header, align, sort: ordered }) => {
              const sort = ordered ?? (canOrder ? ownSort(id) : undefined);
              return (
                <th key={id} scope="col" data-align={align} aria-sort={sort?.direction}>
                  {sort === undefined ? (
                    header
                  ) : (
                    <UnstyledButton className={classes.sort} onClick={sort.onSort}>
                      {header}
                      <SortIcon direction={sort.direction} />
                    </UnstyledButton>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body}>
          {above > 0 && <Spacer height={above} span={span} />}
          {items.map(({ index, key }) => {
            const row = model[index];
            if (row === undefined) return null;
            const { original } = row;
            return (
              <tr
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-row={row.id}
                data-active={row.id === active?.id || undefined}
                data-opens={canOpen || undefined}
                aria-rowindex={index + 2}
                onFocus={() => {
                  setActive({ id: row.id, index });
                  takeKeys(frame.current);
                }}
                onClick={({ target }) => {
                  setActive({ id: row.id, index });
                  takeKeys(frame.current);
                  // What is inside the row does its own.
                  if (target instanceof Element && target.closest(CONTROLS) === null) open(original);
                }}
              >
                {selection !== undefined && (
                  <td className={classes.check}>
                    <Checkbox
                      size="xs"
                      aria-label={texts.select(selection.nameOf(original))}
                      checked={row.getIsSelected()}
                      disabled={!row.getCanSelect()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} data-align={column.align} data-label={column.header}>
                    {canOpen && column === named ? (
                      <Opener place={to?.(original)} onOpen={() => open(original)}>
                        {column.cell(original, decimals.get(column) ?? 0)}
                      </Opener>
                    ) : (
                      column.cell(original, decimals.get(column) ?? 0)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <Spacer height={below} span={span} />}
        </tbody>
      </table>
    </div>
  );
}

function countOf(loaded: number, total: number | undefined, hasMore: boolean): string {
  if (!hasMore) return texts.rows(loaded);
  return total === undefined ? texts.rowsSoFar(loaded) : texts.rowsOf(loaded, total);
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden className={classes.spacer}>
    <td colSpan={span} style={{ height }} />
  </tr>
);

const SortIcon = ({ direction }: { direction: 'ascending' | 'descending' | 'none' }) => {
  if (direction === 'none') return null;
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden />;
};
