import { ActionIcon, Checkbox, Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react';
import {
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type RowData,
  type RowSelectionState,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Column } from './column.ts';
import { download } from './download.ts';
import { hasKeys, takeKeys } from './key-owner.ts';
import classes from './table.module.css';
import { toCsv } from './to-csv.ts';
import { texts } from './texts.ts';

const features = tableFeatures({ rowSelectionFeature });
const ROW_PX = 45;
const OVERSCAN = 8;
const NOTHING: RowSelectionState = {};

interface TableProps<T extends RowData> {
  /** What the rows are, for screen readers and the name of the export. */
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  /** Called for the row that was clicked or chosen by Enter. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Loads more rows when the last ones come into view. */
  readonly onEnd?: (() => void) | undefined;
  readonly isLoading?: boolean;
  /** How many rows the server has, if it said so. */
  readonly total?: number | undefined;
  readonly selection?: {
    readonly selected: RowSelectionState;
    readonly onChange: (selected: RowSelectionState) => void;
    readonly canSelect: (row: T) => boolean;
  };
  readonly tools?: ReactNode;
}

/** Rows of which only those in view are in the document. `j` and `k` move, Enter opens. */
export function DataTable<T extends RowData>(props: TableProps<T>) {
  const { name, columns, rows, idOf, onOpen, onEnd, isLoading = false, total, selection, tools } = props;
  const [active, setActive] = useState(-1);
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
  const { rows: model } = table.getRowModel();
  const virtual = useWindowVirtualizer({
    count: model.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= model.length - OVERSCAN) onEnd?.();
  }, [last, model.length, onEnd]);

  const move = (step: number) => {
    if (!hasKeys(frame.current)) return;
    const next = Math.min(Math.max(active + step, 0), model.length - 1);
    setActive(next);
    virtual.scrollToIndex(next);
  };
  // Enter on a button or in a dialog belongs to that.
  const openActive = ({ target }: KeyboardEvent) => {
    const row = rows[active];
    if (target === document.body && row !== undefined && hasKeys(frame.current)) onOpen?.(row);
  };
  const toggleActive = () => {
    const row = model[active];
    if (row?.getCanSelect() === true && hasKeys(frame.current)) row.toggleSelected();
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['Enter', openActive, { preventDefault: false }],
    ['x', toggleActive],
  ]);

  const above = (items[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  const span = columns.length + (selection === undefined ? 0 : 1);
  return (
    <div ref={frame} className={classes.frame} data-table>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {texts.rows(total ?? rows.length)}
          {isLoading && <Loader size={12} ml={8} role="status" aria-label={texts.loading} />}
        </Text>
        <div className={classes.tools}>
          {tools}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.download}
            title={texts.download}
            disabled={rows.length === 0}
            onClick={() => download(`${name}.csv`, 'text/csv', toCsv(columns, rows))}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </div>
      </div>
      <table className={classes.table} aria-label={name} aria-rowcount={total ?? rows.length}>
        <thead>
          <tr>
            {selection !== undefined && (
              <td className={classes.check}>
                <VisuallyHidden>{texts.selected}</VisuallyHidden>
              </td>
            )}
            {columns.map(({ id, header, align, sort }) => (
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
            ))}
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
                data-active={index === active || undefined}
                data-opens={onOpen !== undefined || undefined}
                aria-rowindex={index + 2}
                onClick={() => {
                  setActive(index);
                  takeKeys(frame.current);
                  onOpen?.(original);
                }}
              >
                {selection !== undefined && (
                  <td className={classes.check}>
                    <Checkbox
                      size="xs"
                      aria-label={texts.select(row.id)}
                      checked={row.getIsSelected()}
                      disabled={!row.getCanSelect()}
                      onClick={(event) => event.stopPropagation()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {columns.map(({ id, header, align, cell }) => (
                  <td key={id} data-align={align} data-label={header}>
                    {cell(original)}
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
