import { describe, expect, it } from 'vitest';
import {
  type BackupsState,
  backupTrouble,
  expiredBackups,
  isBackupDue,
  type KeptBackup,
} from '@/lib/domain/backups/backup';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(`2026-11-${text}Z`);

const GOOD = { atMs: 0, isProven: true, isSnapshot: true, problems: [] };
const BAD = { ...GOOD, problems: ['The table bots has 3 rows instead of 4.'] };

const backup = (atMs: number, rehearsal: KeptBackup['rehearsal'] = GOOD): KeptBackup => ({
  instance: 'one',
  file: `/backups/${atMs}`,
  bytes: 1,
  atMs,
  tookMs: 1,
  isOnDatabaseDisk: false,
  rehearsal,
});

const IDLE = { failure: null, maker: null };
const TIME = { minute: 3 * 60 + 15, spreadMs: 2 * MINUTE };
const due = (now: string, backups: readonly KeptBackup[], state: Parameters<typeof isBackupDue>[0] = IDLE) =>
  isBackupDue(state, backups, TIME, at(now));

describe('a backup is due', () => {
  const yesterday = [backup(at('27T03:16:00'))];

  it.each([
    ['at its time and spread, not before', '28T03:16:59', false],
    ['from then on', '28T03:17:00', true],
    ['for a service that starts later', '28T09:00:00', true],
  ])('%s', (_, now, isDue) => {
    expect(due(now, yesterday)).toBe(isDue);
  });

  it('of another instance with a shorter spread is enough', () => {
    expect(due('28T03:17:00', [...yesterday, backup(at('28T03:15:00'))])).toBe(false);
  });

  it('if the newest is not good', () => {
    for (const rehearsal of [BAD, null, { ...GOOD, isProven: false }])
      expect(due('28T09:00:00', [backup(at('28T03:17:00'), rehearsal)])).toBe(true);
  });

  it('once the clock jumps forward over its time', () => {
    expect(due('28T03:14:00', yesterday)).toBe(false);
    expect(due('28T04:14:00', yesterday)).toBe(true);
  });

  it('not once the clock jumps back over its time, and again when the time comes', () => {
    const both = [backup(at('28T03:17:00')), ...yesterday];
    expect(due('28T02:20:00', both)).toBe(false);
    expect(due('28T03:17:00', both)).toBe(false);
    // What a wrong clock has dated next year is no reason to make none until then.
    expect(due('28T03:17:00', [backup(at('28T03:17:00') + 365 * DAY), ...yesterday])).toBe(true);
  });

  it('two minutes after its maker was last heard of', () => {
    const heard = (atMs: number) => ({ failure: null, maker: { instance: 'other', atMs } });
    expect(due('28T09:00:00', yesterday, heard(at('28T08:58:01')))).toBe(false);
    expect(due('28T09:00:00', yesterday, heard(at('28T08:58:00')))).toBe(true);
    expect(due('28T09:00:00', yesterday, heard(at('28T09:00:01')))).toBe(true);
  });

  it('half an hour after a failure', () => {
    const failed = (atMs: number) => ({ failure: { instance: 'one', reason: 'full', atMs }, maker: null });
    expect(due('28T09:00:00', yesterday, failed(at('28T08:30:01')))).toBe(false);
    expect(due('28T09:00:00', yesterday, failed(at('28T08:30:00')))).toBe(true);
  });
});

describe('of the backups', () => {
  const daily = (days: number) => Array.from({ length: days }, (_, i) => backup(at('28T03:15:00') - i * DAY));
  const kept = (all: readonly KeptBackup[], newest: number, weeks: number) => {
    const expired = new Set(expiredBackups(all, { newest, weeks }));
    return all.filter((each) => !expired.has(each)).map(({ atMs }) => (at('28T03:15:00') - atMs) / DAY);
  };

  it('the newest stay, and one of each week before', () => {
    const all = daily(100);
    // November 28 is a Saturday: the oldest of a week is that of its Monday.
    expect(kept(all, 3, 2)).toEqual([0, 1, 2, 5, 12]);
    expect(kept(all, 14, 8)).toHaveLength(22);
    expect(kept(all, 1, 0)).toEqual([0]);
  });

  it('the same stay when they are deleted every day', () => {
    let all: KeptBackup[] = [];
    for (let day = 0; day < 100; day++) {
      all = [backup(at('01T03:15:00') + day * DAY), ...all];
      const expired = expiredBackups(all, { newest: 3, weeks: 2 });
      all = all.filter((each) => !expired.includes(each));
    }
    expect(all).toHaveLength(5);
  });

  it('good ones stay, however many bad ones follow', () => {
    const bad = Array.from({ length: 50 }, (_, i) => backup(at('28T03:15:00') + i * MINUTE, BAD));
    const all = [...bad, ...daily(1)];
    expect(kept(all, 2, 0)).toEqual(expect.arrayContaining([0]));
    expect(kept(all, 2, 0)).toHaveLength(3);
  });
});

describe('admins are told', () => {
  const sinceMs = at('20T00:00:00');
  const state = {
    sinceMs,
    seenMs: at('28T03:15:00'),
    backups: [backup(at('28T03:15:00'))],
    failure: null,
    maker: null,
  };

  /** While an instance looks for what is due. */
  const trouble = (of: BackupsState, nowMs: number) => backupTrouble({ ...of, seenMs: nowMs }, nowMs);

  it('nothing once no instance has a folder for backups', () => {
    const none = { ...state, backups: [], seenMs: at('25T00:00:00') };
    expect(backupTrouble(none, at('25T01:59:59'))).not.toBeNull();
    expect(backupTrouble(none, at('25T02:00:00'))).toBeNull();
  });

  it('nothing while the newest is good and younger than 36 hours', () => {
    expect(trouble(state, at('29T15:15:00'))).toBeNull();
    expect(trouble(state, at('29T15:15:01'))).toBe('No backup has succeeded since 2026-11-28T03:15:00.000Z.');
  });

  it('after 36 hours without any, counted from the first start', () => {
    const none = { ...state, backups: [] };
    expect(trouble(none, sinceMs + 36 * HOUR)).toBeNull();
    expect(trouble(none, sinceMs + 36 * HOUR + 1)).not.toBeNull();
  });

  it('of a failure and of a bad rehearsal, until one succeeds', () => {
    const failure = { instance: 'one', atMs: at('29T03:15:00'), reason: 'the disk is full.' };
    const failed = { ...state, failure };
    expect(trouble(failed, at('29T04:00:00'))).toContain('the disk is full.');
    const bad = { ...state, backups: [backup(at('29T03:15:00'), BAD), ...state.backups] };
    expect(trouble(bad, at('29T04:00:00'))).toContain('3 rows instead of 4');
    const again = { ...failed, backups: [backup(at('29T04:00:00')), ...bad.backups] };
    expect(trouble(again, at('29T05:00:00'))).toBeNull();
  });
});
