import { expect, it } from 'vitest';
import { NOTICE_ABOUT, noticeText } from '@/lib/view/notice-words';

it('a notice of a common outage says how many bots of how many, and that messages wait', () => {
  const notice = { id: '1', atMs: 0, kind: 'bots.outage', actor: '', detail: '12 28' } as const;
  expect(noticeText(notice, 'admin')).toBe(
    '12 of 28 bots fell silent within 5 minutes. Something that they share may be down: Discord, a host, the way to this service. Messages to their owners wait 15 minutes.',
  );
});

it('every kind of notice is about the account but that of a common outage', () => {
  const others = Object.entries(NOTICE_ABOUT).filter(([, about]) => about !== 'account');
  expect(others).toEqual([['bots.outage', 'service']]);
});
