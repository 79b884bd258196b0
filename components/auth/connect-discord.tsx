'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { leaveForDiscord } from '@/lib/queries/sign-in';

/** Lets a signed-in person sign in with their Discord account too. */
export function ConnectDiscord({ isConnected, isTaken }: { isConnected: boolean; isTaken: boolean }) {
  return (
    <div className="flex flex-col items-start gap-4">
      {isConnected && <Notice tone="healthy">Your Discord account is connected.</Notice>}
      {isTaken && <Notice tone="critical">This Discord account is connected to another person.</Notice>}
      <p className="text-muted">A connected Discord account signs you in without a password.</p>
      <Button onClick={() => void leaveForDiscord('/account')}>Connect Discord</Button>
    </div>
  );
}
