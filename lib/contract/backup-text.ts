import type { Rehearsal } from '@/lib/domain/backups/backup';

/** What a rehearsal found: `0 differences`. */
export const rehearsalText = ({ problems, isProven, isSnapshot }: Rehearsal): string =>
  problems.length > 0
    ? problems.join(' ')
    : !isProven
      ? 'no problems, but no figures to compare with'
      : isSnapshot
        ? '0 differences'
        : 'no snapshot across nodes';
