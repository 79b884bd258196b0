import { PlanFeature } from '@/components/bot/plan-feature';
import { Card } from '@/components/ui/card';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { PLANS } from '@/lib/domain/quota/plan';
import { planLines } from '@/lib/view/plan-gains';

const COLUMNS = Object.values(PLANS).map(({ name, displayName }) => ({
  displayName,
  values: new Map(planLines(name).map((line) => [line.name, line.value])),
}));

/** What each plan allows. */
export function PlansTable() {
  return (
    <Card title="Plans" className="mb-8">
      <div className="-mx-4 -mb-4">
        <Table label="What each plan allows" isStacked>
          <thead>
            <tr>
              <Head>Per bot</Head>
              {COLUMNS.map(({ displayName }) => (
                <Head key={displayName}>{displayName}</Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {planLines('free').map(({ name }) => (
              <Row key={name}>
                <Cell className="text-muted max-sm:justify-start! max-sm:font-medium">{name}</Cell>
                {COLUMNS.map(({ displayName, values }) => (
                  <Cell key={displayName} label={displayName}>
                    <PlanFeature value={values.get(name) ?? false} />
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}
