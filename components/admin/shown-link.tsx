import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { Time } from '@/components/ui/time';
import type { ShownLinkValue } from '@/lib/contract/shown';

type Props = {
  link: ShownLinkValue;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new link, shown only once, for an admin to pass on. */
export function ShownLink({ link, origin, onClose }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone={link.isMailed ? 'info' : 'warning'}>
        {link.isMailed
          ? `It is on its way to ${link.email} by email. Here the link is shown only this time.`
          : `This is the only time that the link is shown. Send it to ${link.email} yourself: it is not sent by email.`}
      </Notice>
      <OriginCode label="Link" code={origin + link.path} />
      <p className="text-muted">
        It works once, until <Time atMs={link.expiresAtMs} />. Whoever has it can sign in as them.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
