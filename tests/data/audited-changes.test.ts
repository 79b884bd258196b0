import { beforeEach, expect, it } from 'vitest';
import type { PersonCaller } from '@/lib/domain/people/caller';
import { changeAlertSettings } from '@/lib/services/alerts/settings';
import { chooseOwnDigest } from '@/lib/services/digests/choose';
import { addMark, deleteMark } from '@/lib/services/marks/marks';
import { BOT_ID } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { insertSession, register } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const OWNER: PersonCaller = {
  kind: 'person',
  userId: `owner-of-${BOT_ID}`,
  role: 'owner',
  sessionHash: 'session of the owner',
};

onEachDatabase('the audit log', () => {
  beforeEach(async () => {
    await register(directory);
    await insertSession(directory, OWNER);
  });
  const audited = async () => {
    const rows = await db.rows(
      'SELECT actor, action, subject, before_json, after_json FROM audit_log ORDER BY id',
    );
    const json = (text: unknown) => (text === null ? null : JSON.parse(String(text)));
    return rows.map(({ actor, action, subject, before_json, after_json }) => {
      expect(actor).toBe(OWNER.userId);
      return [action, subject, json(before_json), json(after_json)];
    });
  };

  it('says who added and deleted marks, and which alerts and digest were chosen; the same choice again is no change', async () => {
    const mark = accepted(await addMark(ports, OWNER, BOT_ID, { text: 'Moved', kind: 'note', atMs: null }));
    accepted(await deleteMark(ports, OWNER, BOT_ID, mark.id));
    const own = { 'quota.warning': { isMailed: true, isInApp: false, isRepeated: false } };
    const digest = { every: 'weekly', isMailed: true, isOnDiscord: false, isOnlyIfAny: true } as const;
    for (let i = 0; i < 2; i++) {
      accepted(await changeAlertSettings(ports, OWNER, BOT_ID, { own }));
      accepted(await chooseOwnDigest(ports, OWNER, digest));
    }
    accepted(await chooseOwnDigest(ports, OWNER, null));
    const former = { 'quota.warning': { isMailed: false, isInApp: true, isRepeated: false } };
    expect(await audited()).toEqual([
      ['marks.add', BOT_ID, null, { markId: mark.id, kind: 'note', text: 'Moved' }],
      ['marks.delete', BOT_ID, { markId: mark.id }, null],
      ['alerts.change', BOT_ID, former, own],
      ['user.digest', OWNER.userId, { digest: null }, { digest }],
      ['user.digest', OWNER.userId, { digest }, { digest: null }],
    ]);
  });
});
