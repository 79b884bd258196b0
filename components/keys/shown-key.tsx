import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { reportCurl } from '@/lib/view/curl';

type Props = {
  apiKey: string;
  botId: string;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new key, shown only once, with a command that reports with it. */
export function ShownKey({ apiKey, botId, origin, onClose }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning">This is the only time that the key is shown. Copy it now.</Notice>
      <CodeBlock label="API key" code={apiKey} />
      <div className="min-w-0">
        <p className="mb-1 font-medium">Report with it</p>
        <OriginCode label="Report with curl" code={reportCurl(origin, apiKey, botId)} />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
