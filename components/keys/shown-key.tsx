import { OriginCode } from '@/components/ui/origin-code';
import { ShownOnce } from '@/components/ui/shown-once';
import { verifyCurl } from '@/lib/view/curl';

type Props = {
  apiKey: string;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new key, shown only once, with a command that shows that it works. */
export function ShownKey({ apiKey, origin, onClose }: Props) {
  return (
    <ShownOnce noun="key" label="API key" secret={apiKey} onClose={onClose}>
      <div className="min-w-0">
        <p className="mb-1 font-medium">Check that it works</p>
        <OriginCode label="Check the key with curl" code={verifyCurl(origin, apiKey)} />
      </div>
    </ShownOnce>
  );
}
