import { Head, Table, type WrittenCell, WrittenRows } from '@/components/ui/table';
import { markup } from '@/lib/view/markup';
import type { SchemaRow } from '@/lib/view/schema-rows';
import { writtenProse } from './prose';

type Props = { label: string; rows: readonly SchemaRow[] };

/** The fields of a body or the parameters of a call; without rules there is no column for them. */
export function Fields({ label, rows }: Props) {
  const hasRules = rows.some(({ isRequired, note }) => !isRequired || note !== '');
  return (
    <div className="rounded border">
      <Table label={label} isStacked>
        <thead>
          <tr>
            <Head>Field</Head>
            <Head>Type</Head>
            {hasRules && <Head>Rule</Head>}
          </tr>
        </thead>
        <WrittenRows rows={rows.map((row) => cellsOf(row, hasRules))} />
      </Table>
    </div>
  );
}

function cellsOf({ path, type, isRequired, note }: SchemaRow, hasRules: boolean): WrittenCell[] {
  const optional = isRequired ? '' : 'Optional. ';
  const field = markup`<code translate="no" class="wrap-anywhere">${path}</code>`;
  const rule: WrittenCell = {
    className: 'text-muted text-xs whitespace-normal!',
    content: markup`${optional}${writtenProse(note)}`,
    ...(optional + note !== '' && { label: 'Rule' }),
  };
  return [
    { label: 'Field', className: 'text-xs', content: field },
    { label: 'Type', className: 'min-w-32 max-w-60 text-xs whitespace-normal!', content: markup`${type}` },
    ...(hasRules ? [rule] : []),
  ];
}
