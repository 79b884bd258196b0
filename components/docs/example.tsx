/** A response as JSON. */
export const Example = ({ value }: { value: unknown }) => (
  <pre
    translate="no"
    className="wrap-anywhere mt-2 max-h-[32rem] overflow-y-auto whitespace-pre-wrap rounded border bg-inset px-3 py-2 text-xs leading-6"
  >
    {JSON.stringify(value, null, 2)}
  </pre>
);
