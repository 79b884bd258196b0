'use client';

import { type ComponentProps, useState } from 'react';
import { Button } from './button';
import { DataTable } from './data-table';
import { Num } from './num';
import { SCROLLED } from './table';

const FIRST_ROWS = 24;

/** A table that shows its first rows, and all others on demand, so that the page stays small. */
export function LongTable<Item>({ rows, ...table }: ComponentProps<typeof DataTable<Item>>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <DataTable {...table} rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)} className={SCROLLED} />
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
