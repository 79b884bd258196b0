import { CopyButton } from './copy-button';

type CodeBlockProps = {
  /** What the code does; its name for screen readers. */
  label: string;
  code: string;
};

/** Code to read and copy; scrolls sideways within itself. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="flex min-w-0 items-start rounded border bg-inset">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded"
      >
        <pre className="w-max px-3 py-2 text-xs leading-6">
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy: ${label}`} className="m-1" />
    </div>
  );
}
