import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeptBackup } from '@/lib/domain/backups/backup';
import { OPERATOR, type PersonCaller } from '@/lib/domain/people/caller';
import { isoTime } from '@/lib/domain/text/time';
import { backUpJob } from '@/lib/jobs/back-up';
import { watchdogJob } from '@/lib/jobs/watchdog';
import type { Backups } from '@/lib/ports/backups';
import type { Ports } from '@/lib/ports/ports';
import { notifyOfBackups } from '@/lib/services/backups/notify';
import { readBackups } from '@/lib/services/backups/state';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { readFigures, readOverview } from '@/lib/services/overview/overview';
import { readPerson } from '@/lib/services/users/person';
import { T0 } from '../support/data/accounts';
import { connectAgain, db, onEachDatabase, ports } from '../support/data/each-database';
import { addBotsAndPeople } from '../support/data/fixtures';
import { mailbox } from '../support/data/ports';
import { accepted } from '../support/result';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GOOD = { atMs: 0, isProven: true, isSnapshot: true, problems: [] };
const { signal } = new AbortController();

/** The folder of an instance, whose backups end when a test says so. */
function folderOf(instance: string) {
  let files: KeptBackup[] = [];
  let end: ((reason: string | null) => void) | null = null;
  const begun: number[] = [];
  const backups: Backups = {
    instance,
    check: () => false,
    list: async () => files,
    prune: async (expired) => {
      files = files.filter((file) => !expired.includes(file));
    },
    make: (nowMs, stopped) => {
      begun.push(nowMs);
      return new Promise((resolve) => {
        end = (reason) => {
          const file = {
            instance,
            file: `/${instance}/${nowMs}`,
            bytes: 1,
            atMs: nowMs,
            tookMs: 1,
            isOnDatabaseDisk: false,
            rehearsal: GOOD,
          };
          if (reason === null) files = [file, ...files];
          end = null;
          resolve(reason);
        };
        stopped.addEventListener('abort', () => end?.('The service was stopped.'));
      });
    },
  };
  return {
    backups,
    begun,
    files: () => files,
    isMaking: () => end !== null,
    end: (reason: string | null) => end?.(reason),
  };
}

const ends: (string | null)[] = [];
let nowMs = 0;
beforeEach(() => {
  ends.length = 0;
});
afterEach(() => expect(ends.length).toBeLessThan(20));

/** Midnight is the time of backups. */
function instanceOf(name: string, on: Ports = ports, newest = 2, folder = folderOf(name)) {
  const job = backUpJob({
    backups: { ...folder.backups, instance: name },
    time: { minute: 0, spreadMs: 0 },
    kept: { newest, weeks: 0 },
    onEnd: (reason) => ends.push(reason),
  });
  const at = async (ms: number) => {
    nowMs = DAY_0 + ms;
    await db.setClock(nowMs);
    await job.run(on, signal);
    // What has ended is seen by the next run.
    await new Promise(setImmediate);
  };
  return { ...folder, job, at };
}

const DAY_0 = Math.ceil(T0 / DAY) * DAY;
const known = () => ports.directory.read((tables) => readBackups(tables));

onEachDatabase('backups of the service', () => {
  it('are made once a day, and the newest ones are kept', async () => {
    const one = instanceOf('one');
    for (let day = 0; day < 4; day++) {
      await one.at(day * DAY);
      expect(one.isMaking()).toBe(true);
      await one.at(day * DAY + MINUTE);
      one.end(null);
      await one.at(day * DAY + 2 * MINUTE);
      for (const hour of [3, 12, 23]) await one.at(day * DAY + hour * 60 * MINUTE);
    }
    expect(one.begun).toEqual([0, 1, 2, 3].map((day) => DAY_0 + day * DAY));
    expect(one.files()).toHaveLength(2);
    expect((await known())?.backups).toEqual(one.files());
    expect(ends).toEqual([null, null, null, null]);
  });

  it('of a container that has a new name after each start are listed as long as they are there', async () => {
    const folder = folderOf('first');
    for (const [day, name] of ['first', 'second', 'third'].entries()) {
      const container = instanceOf(name, ports, 2, folder);
      await container.at(day * DAY);
      container.end(null);
      await container.at(day * DAY + MINUTE);
    }
    const listed = (await known())?.backups.map(({ instance, file }) => [instance, file]);
    expect(listed).toEqual(folder.files().map(({ file }) => ['third', file]));
    expect(listed).toHaveLength(2);
  });

  it('are made by one of two instances, and by the other one after it was killed', async () => {
    const one = instanceOf('one');
    const two = instanceOf('two', await connectAgain());
    await Promise.all([one.at(0), two.at(0)]);
    expect([one.isMaking(), two.isMaking()].filter(Boolean)).toHaveLength(1);
    const [maker, other] = one.isMaking() ? [one, two] : [two, one];
    // It goes on for an hour, and then is heard of no more.
    for (let minute = 1; minute <= 60; minute++) {
      await maker.at(minute * MINUTE);
      await other.at(minute * MINUTE + 1_000);
    }
    expect(other.begun).toEqual([]);
    await other.at(62 * MINUTE - 1);
    expect(other.begun).toEqual([]);
    await other.at(62 * MINUTE);
    expect(other.isMaking()).toBe(true);
    other.end(null);
    await other.at(63 * MINUTE);
    expect((await known())?.backups).toEqual(other.files());
    const third = instanceOf('three');
    await third.at(64 * MINUTE);
    expect(third.begun).toEqual([]);
  });

  it('are tried again half an hour after a failure, and not again after a success', async () => {
    const one = instanceOf('one');
    await one.at(0);
    one.end('the disk is full.');
    await one.at(MINUTE);
    expect((await known())?.failure).toMatchObject({ instance: 'one', reason: 'the disk is full.' });
    await one.at(30 * MINUTE);
    expect(one.isMaking()).toBe(false);
    await one.at(31 * MINUTE);
    expect(one.isMaking()).toBe(true);
    one.end(null);
    await one.at(32 * MINUTE);
    expect((await known())?.failure).toBeNull();
    await one.at(33 * MINUTE);
    expect(one.begun).toHaveLength(2);
  });

  it('are stopped with the service, and begun anew by its next start', async () => {
    const one = instanceOf('one');
    await one.at(0);
    await one.job.end?.(ports);
    expect(one.isMaking()).toBe(false);
    expect(await known()).toMatchObject({ failure: null, maker: null, backups: [] });
    const again = instanceOf('one');
    await again.at(1_000);
    expect(again.isMaking()).toBe(true);
  });

  it('in the folder count, of which a restored database knows nothing', async () => {
    const one = instanceOf('one');
    await one.at(0);
    one.end(null);
    await one.at(MINUTE);
    const empty = { sinceMs: DAY_0, seenMs: DAY_0, backups: [], failure: null, maker: null };
    await ports.directory.write([], ({ facts }) => facts.put('backups', empty, DAY_0));
    await one.at(2 * MINUTE);
    expect(one.isMaking()).toBe(false);
  });

  it('follow a clock that jumps over their time in both directions', async () => {
    const one = instanceOf('one');
    for (const ms of [-60 * MINUTE, 60 * MINUTE]) {
      await one.at(ms);
      one.end(null);
      await one.at(ms + MINUTE);
    }
    expect(one.begun).toHaveLength(2);
    await one.at(-30 * MINUTE);
    expect(one.isMaking()).toBe(false);
    await one.at(61 * MINUTE);
    expect(one.isMaking()).toBe(false);
    await one.at(DAY + MINUTE);
    expect(one.isMaking()).toBe(true);
  });

  it('that fail are shown to admins alone, in the metrics, and to the watchdog, until one succeeds', async () => {
    const asked: string[] = [];
    const watchdog = { host: 'example.org', request: async () => null, close: () => {} };
    const runs = { late: () => [] };
    const onFailure = (reason: string) => asked.push(reason);
    const watching = watchdogJob({ watchdog, runs, onFailure, isBackedUp: true });
    await addBotsAndPeople(ports.directory);
    const noticesOf = async (userId: string) =>
      accepted(await readPerson(ports, { kind: 'person', userId } as PersonCaller)).notices.map(
        ({ text }) => text,
      );
    const one = instanceOf('one');
    await one.at(0);
    one.end('the disk is full.');
    await one.at(MINUTE);
    await watching.run(ports, signal);
    const failed = expect.stringMatching(/^The backup on one at .* failed: the disk is full\.$/);
    expect(await noticesOf('admin')).toEqual([failed]);
    expect(await noticesOf('neighbour')).toEqual([]);
    expect(asked).toEqual([expect.stringContaining('the disk is full.')]);
    expect(await readFigures(ports)).toMatchObject({ isRehearsed: false, goodBackup: null });
    expect(accepted(await readOverview(ports, OPERATOR)).backups).toMatchObject({
      failure: { instance: 'one' },
    });

    await one.at(31 * MINUTE);
    one.end(null);
    await one.at(32 * MINUTE);
    await watching.run(ports, signal);
    expect(asked).toHaveLength(1);
    expect(await noticesOf('admin')).toEqual([]);
    expect(await readFigures(ports)).toMatchObject({
      isRehearsed: true,
      goodBackup: { ageMs: MINUTE, bytes: 1, tookMs: 1 },
    });
  });

  it('that fail are mailed to each admin once, until one succeeds, and not when one did before the mail went out', async () => {
    const { mailer, letters } = mailbox();
    await addBotsAndPeople(ports.directory);
    const instances = [ports, await connectAgain()].map((each) => ({ ...each, mailer }));
    const mailed = async () => {
      letters.length = 0;
      for (let minute = 0; minute < 2; minute++) await Promise.all(instances.map(notifyOfBackups));
      await sendDueMails({ ...ports, mailer }, signal);
      return letters.map(({ to, sections: [section] }) => `${to}: ${section?.sentences.join()}`).toSorted();
    };
    const one = instanceOf('one');
    await one.at(0);
    expect(await mailed()).toEqual([]);
    one.end('the disk is full.');
    await one.at(MINUTE);
    const failed = (admin: string) =>
      expect.stringMatching(`^${admin}@example.org: The backup on one at .* the disk`);
    expect(await mailed()).toEqual([failed('admin'), failed('second')]);
    await one.at(31 * MINUTE);
    one.end('the disk is full.');
    await one.at(32 * MINUTE);
    expect(await mailed()).toEqual([]);
    await one.at(62 * MINUTE);
    one.end(null);
    await one.at(63 * MINUTE);
    expect(await mailed()).toEqual([]);

    await one.at(DAY);
    one.end('the disk is full.');
    await one.at(DAY + MINUTE);
    await notifyOfBackups({ ...ports, mailer });
    await one.at(DAY + 31 * MINUTE);
    one.end(null);
    await one.at(DAY + 32 * MINUTE);
    expect(await mailed()).toEqual([]);
  });

  it('are missed after 36 hours without a good one, counted from the first look if there never was one', async () => {
    const { mailer, letters } = mailbox();
    await addBotsAndPeople(ports.directory);
    const one = instanceOf('one');
    const HOURS = 60 * MINUTE;
    const mailedAt = async (ms: number) => {
      await one.at(ms);
      await notifyOfBackups({ ...ports, mailer });
      await sendDueMails({ ...ports, mailer }, signal);
      return letters.splice(0).map(({ sections: [section] }) => section?.sentences.join());
    };
    // It hangs.
    for (let hour = 0; hour <= 36; hour++) expect(await mailedAt(hour * HOURS)).toEqual([]);
    const since = (ms: number) => `No backup has succeeded since ${isoTime(DAY_0 + ms)}.`;
    expect(await mailedAt(36 * HOURS + 1)).toEqual([since(0), since(0)]);
    one.end(null);
    expect(await mailedAt(37 * HOURS)).toEqual([]);
    await one.at(48 * HOURS);
    one.end(null);
    for (let hour = 49; hour <= 84; hour++) expect(await mailedAt(hour * HOURS)).toEqual([]);
    expect(await mailedAt(84 * HOURS + 1)).toEqual([since(48 * HOURS), since(48 * HOURS)]);
  });
});
