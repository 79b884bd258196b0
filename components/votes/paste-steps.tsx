import { OriginCode } from '@/components/ui/origin-code';
import type { VoteKind } from '@/lib/domain/votes/vote';
import { KIND_WORDS } from '@/lib/view/vote-words';

/** What to paste where, so that a list sends its votes to `address`. */
export function PasteSteps({ kind, address }: { kind: VoteKind; address: string }) {
  const { steps, note } = KIND_WORDS[kind];
  return (
    <div className="min-w-0 text-sm">
      <p className="mb-1 font-medium">What to paste where</p>
      <OriginCode label="Address for the list" code={address} />
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {note && <p className="mt-2 text-muted text-xs">{note}</p>}
    </div>
  );
}
