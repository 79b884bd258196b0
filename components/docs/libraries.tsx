import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import {
  JAVASCRIPT_RECIPES,
  JAVASCRIPT_VOTE,
  PYTHON_RECIPES,
  PYTHON_VOTE,
  type Recipe,
} from '@/lib/view/client-recipes';

/** How bots of each library report: by the JavaScript client, and by the Python client. */
export function Libraries() {
  return (
    <>
      <Card title="JavaScript" className="mb-8">
        <p className="max-w-prose pt-2 text-muted">
          Make <code translate="no">botmeter</code> as in the quick start, then start it with what your
          library has.
        </p>
        <Recipes recipes={JAVASCRIPT_RECIPES} />
        <VoteCode label="Ask for a vote with JavaScript" code={JAVASCRIPT_VOTE} />
      </Card>
      <Card title="Python" className="mb-8">
        <Recipes recipes={PYTHON_RECIPES} />
        <VoteCode label="Ask for a vote with Python" code={PYTHON_VOTE} />
      </Card>
    </>
  );
}

function VoteCode(code: { label: string; code: string }) {
  return (
    <div className="min-w-0 pt-2">
      <p className="mb-2 max-w-prose text-muted">
        Has a user voted? It counts as one call; all votes come with <code translate="no">getVotes</code> or{' '}
        <code translate="no">get_votes</code>.
      </p>
      <CodeBlock {...code} />
    </div>
  );
}

function Recipes({ recipes }: { recipes: readonly Recipe[] }) {
  return (
    <ul className="flex min-w-0 flex-col pt-2">
      {recipes.map(({ library, note, code }) => (
        <li key={library} className="min-w-0 border-b py-2 last:border-b-0">
          <details>
            <summary className="min-h-6 rounded-inner font-medium">{library}</summary>
            {note && <p className="my-2 max-w-prose text-muted">{note}</p>}
            <div className="mt-2 min-w-0">
              <CodeBlock label={`Report with ${library}`} code={code} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
