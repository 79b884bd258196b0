'use client';

import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Num } from './num';
import { Head, Table } from './table';

type LongTableProps<Row> = {
  label: string;
  /** `isHidden`: only read aloud, as above buttons. */
  columns: readonly { readonly label: string; readonly isNumeric?: boolean; readonly isHidden?: boolean }[];
  rows: readonly Row[];
  /** Draws one row; it must have a key. */
  drawRow: (row: Row) => ReactNode;
  /** On a narrow screen each row is a block; its cells need labels. */
  isStacked?: boolean;
};

const FIRST_ROWS = 24;

/** A table that shows its first rows, and all others on demand, so that the page stays small. */
export function LongTable<Row>({ label, columns, rows, drawRow, isStacked = false }: LongTableProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <Table label={label} isStacked={isStacked} className="max-h-96 overflow-y-auto">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.label}
                isNumeric={column.isNumeric ?? false}
                className="sticky top-0 bg-surface"
              >
                {column.isHidden ? <span className="sr-only">{column.label}</span> : column.label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>{shown.map(drawRow)}</tbody>
      </Table>
      {rows.length > FIRST_ROWS && !isWhole && (
        <div className="no-script-hide border-t px-4 py-2">
          <Button size="sm" onClick={() => setIsWhole(true)}>
            <span>
              Show all <Num value={rows.length} /> rows
            </span>
          </Button>
        </div>
      )}
    </>
  );
}
