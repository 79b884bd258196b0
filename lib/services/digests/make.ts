import { backupsSentence } from '@/lib/contract/backup-text';
import { botLines, digestLine, digestTitle, periodText } from '@/lib/contract/digest-text';
import { paths } from '@/lib/contract/paths';
import {
  type BotDigest,
  type DigestChoice,
  type DigestPeriod,
  digestPeriod,
  isDigestDue,
  isDigestMisplaced,
  isQuiet,
  nextDigestAtMs,
} from '@/lib/domain/alerts/digest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { type BackupsState, backupTrouble } from '@/lib/domain/backups/backup';
import type { User } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import type { LetterSection } from '@/lib/ports/senders';
import { readBackups } from '../backups/state';
import { SetAside } from '../set-aside';
import { personLock } from '../write';
import { digestOf } from './compose';

type DigestPorts = Pick<Ports, 'directory' | 'mailer' | 'vault'>;

/** People per look; each of their bots is read on its own. */
const PEOPLE_AT_ONCE = 50;
/** Bots that a mail tells of: those whose servers changed most. */
const MAILED_MAX = 10;

/** What a mail of a digest is made of, as it is stored until it is sent. */
export type StoredDigest = { readonly subject: string; readonly sections: readonly LetterSection[] };

/**
 * Makes the digests that are due: a mail for each person, and an event for each bot that they own with a Discord webhook. The
 * person's row tells when the next one is due, and is changed with what is made, so that two instances make one.
 */
export async function makeDueDigests(
  ports: DigestPorts,
  signal: AbortSignal,
  aside = new SetAside(),
): Promise<void> {
  let due: string[];
  do {
    due = await ports.directory.read(({ users }, nowMs) =>
      users.listDigestsDue(nowMs, PEOPLE_AT_ONCE, aside.ids(nowMs)),
    );
    for (const userId of due) {
      if (signal.aborted) return;
      await aside.attempt(userId, () => makeDigest(ports, userId, signal));
    }
  } while (due.length === PEOPLE_AT_ONCE);
}

async function makeDigest(ports: DigestPorts, userId: string, signal: AbortSignal): Promise<void> {
  const { directory } = ports;
  const planned = await directory.read(async ({ users }, nowMs) => ({
    ...(await users.findDigest(userId)),
    user: await users.findById(userId),
    nowMs,
  }));
  const { choice, dueAtMs, user, nowMs } = planned;
  // Otherwise another instance was faster.
  if (dueAtMs == null || !(isDigestDue(dueAtMs, nowMs) || isDigestMisplaced(dueAtMs, nowMs))) return;
  const isToMake = choice != null && isDigestDue(dueAtMs, nowMs) && user?.isDisabled === false;
  const period = choice == null ? null : digestPeriod(choice.every, nowMs);
  const found = isToMake && period !== null ? await digestOf(ports, userId, period, signal) : null;
  await directory.write([personLock(userId)], async (tables, atMs) => {
    const now = await tables.users.findDigest(userId);
    // Meanwhile another instance was faster, or the person chose anew.
    if (now === null || now.dueAtMs !== dueAtMs || now.choice?.every !== planned.choice?.every) return;
    const { choice } = now;
    if (choice !== null && period !== null && found !== null)
      await store(tables, ports, userId, choice, period, found, atMs);
    // Of the time of the figures: a period that has ended since is due at once.
    await tables.users.setDigest(userId, choice, choice && nextDigestAtMs(choice.every, nowMs));
  });
}

type Found = Awaited<ReturnType<typeof digestOf>>;

async function store(
  tables: Tables,
  { mailer, vault }: DigestPorts,
  userId: string,
  { every, isMailed, isOnDiscord, isOnlyIfAny }: DigestChoice,
  period: DigestPeriod,
  { bots: all, more }: Found,
  nowMs: number,
): Promise<void> {
  const bots = isOnlyIfAny ? all.filter((bot) => !isQuiet(bot)) : all;
  const user = await tables.users.findById(userId);
  if (user === null) return;
  const backups = user.role === 'admin' ? await readBackups(tables) : null;
  const hasTrouble = backups !== null && backupTrouble(backups, nowMs) !== null;
  if (bots.length === 0 && !hasTrouble && (isOnlyIfAny || backups === null)) return;
  if (isMailed && mailer !== null) {
    const digest: StoredDigest = {
      subject: `${digestTitle(every)}${more > 0 ? `, your ${all.length} largest bots` : ''}: ${digestLine(all)}`,
      sections: [...sectionsOf(bots, all, more, period), ...sectionOfBackups(backups, user, nowMs)],
    };
    const id = `digest.${period.name.replace(' ', '.')}.${userId}`;
    const about = { userId, botId: '', eventId: '', recipient: user.email };
    await tables.mails.insert(
      [{ id, kind: 'digest', ...about, sealed: vault.seal(JSON.stringify(digest)) }],
      nowMs,
    );
  }
  if (!isOnDiscord || bots.length === 0) return;
  // In Discord it is the bot's, as its owner chose.
  const found = await tables.bots.findByIds(bots.map(({ botId }) => botId));
  const owned = new Set(found.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id));
  const own = bots.filter(({ botId }) => owned.has(botId));
  await tables.events.insert(await eventsOf(tables, own, every, period, nowMs));
}

function sectionsOf(
  bots: readonly BotDigest[],
  all: readonly BotDigest[],
  more: number,
  period: DigestPeriod,
): LetterSection[] {
  const grown = ({ servers }: BotDigest) => Math.abs(servers?.by ?? 0);
  const shown = bots.toSorted((a, b) => grown(b) - grown(a)).slice(0, MAILED_MAX);
  const rest = all.length - shown.length;
  return [
    {
      title: periodText(period),
      sentences: [
        `${digestLine(all)}.`,
        ...(more > 0
          ? [`These are your ${all.length} bots with the most servers; ${more} more are left out.`]
          : []),
      ],
      link: null,
    },
    ...shown.map((bot) => ({
      title: bot.name,
      sentences: botLines(bot, period),
      link: { label: 'Open the page', path: paths.bot(bot.botId).page },
    })),
    ...(rest > 0
      ? [
          {
            title: `And ${rest} more`,
            sentences: ['They changed less, or nothing happened to them.'],
            link: { label: 'My bots', path: paths.bots },
          },
        ]
      : []),
  ];
}

/** For admins of a service that makes backups. */
function sectionOfBackups(backups: BackupsState | null, { timeZone }: User, nowMs: number): LetterSection[] {
  if (backups === null) return [];
  const link = { label: 'See the backups', path: paths.admin.overview };
  return [{ title: 'Backups', sentences: [backupsSentence(backups, nowMs, timeZone ?? 'UTC')], link }];
}

/** For the bots that have a Discord webhook. */
async function eventsOf(
  { webhooks }: Tables,
  bots: readonly BotDigest[],
  every: DigestChoice['every'],
  period: DigestPeriod,
  nowMs: number,
): Promise<NewEvent[]> {
  const stored = await webhooks.listOfBots(bots.map(({ botId }) => botId));
  const onDiscord = new Set(
    stored.filter(({ kind, status }) => kind === 'discord' && status === 'on').map(({ botId }) => botId),
  );
  return bots
    .filter(({ botId }) => onDiscord.has(botId))
    .map((bot) => {
      const title = `${digestTitle(every)}: ${bot.name}`;
      const lines = [periodText(period), ...botLines(bot, period)];
      const data = { botId: bot.botId, botName: bot.name, title, lines };
      return { type: 'bot.digest', period: period.name, atMs: nowMs, dueAtMs: nowMs, data };
    });
}
