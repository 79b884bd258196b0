'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';

type CopyButtonProps = {
  text: string;
  /** Its accessible name: "Copy the id". */
  label: string;
  className?: string;
};

type Outcome = 'none' | 'copied' | 'failed';
const WORDS: Record<Outcome, string> = { none: '', copied: 'Copied', failed: 'Copying failed' };

/** Copies a text and confirms it for two seconds, also to screen readers. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return (
    <>
      <IconButton
        label={label}
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onClick={copy}
        className={className}
      />
      <span role="status" className="sr-only">
        {WORDS[outcome]}
      </span>
    </>
  );
}
