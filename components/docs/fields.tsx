import { Cell, Head, Row, Table } from '@/components/ui/table';
import type { SchemaRow } from '@/lib/view/schema-rows';
import { Prose } from './prose';

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
        <tbody>
          {rows.map(({ path, type, isRequired, note }) => (
            <Row key={path}>
              <Cell label="Field">
                <code className="wrap-anywhere text-xs">{path}</code>
              </Cell>
              <Cell label="Type" className="max-w-60 text-xs whitespace-normal!">
                {type}
              </Cell>
              {hasRules && (
                <Cell
                  label={isRequired && note === '' ? undefined : 'Rule'}
                  className="text-muted text-xs whitespace-normal!"
                >
                  {isRequired ? '' : 'Optional. '}
                  <Prose text={note} />
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
