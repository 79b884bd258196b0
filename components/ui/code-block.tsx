import { CopyButton } from './copy-button';

type CodeBlockProps = {
  /** Its accessible name: what the code does. */
  label: string;
  code: string;
};

/** Code with a copy button; long lines scroll inside the block. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="flex min-w-0 items-start rounded border bg-inset">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded"
      >
        <pre translate="no" className="w-max px-4 py-3 text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy: ${label}`} className="m-1" />
    </div>
  );
}
