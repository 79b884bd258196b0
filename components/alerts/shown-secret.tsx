import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { ShownOnce } from '@/components/ui/shown-once';
import { docsPath } from '@/lib/contract/paths';
import { NODE_VERIFY } from '@/lib/view/webhook-recipes';

/** A new secret of a webhook, shown only once, with the code that checks signatures with it. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce noun="secret" label="Secret" secret={secret} onClose={onClose}>
      <div className="min-w-0">
        <p className="mb-1 font-medium">Check each request with it</p>
        <CodeBlock label="Verify a signature with Node.js" code={NODE_VERIFY} />
        <p className="mt-1 text-muted text-xs">
          Explained under{' '}
          <Link href={docsPath('signatures')} className="underline underline-offset-4">
            verifying signatures
          </Link>
          , also for Python.
        </p>
      </div>
    </ShownOnce>
  );
}
