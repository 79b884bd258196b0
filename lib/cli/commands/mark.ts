import { MARK_KINDS, type Mark } from '@/lib/domain/history/mark';
import { OPERATOR } from '@/lib/domain/people/caller';
import { parseIsoTime } from '@/lib/domain/text/time';
import { addMark, listMarks } from '@/lib/services/marks/marks';
import {
  type Command,
  formatResult,
  isoOrNull,
  oneOf,
  optional,
  required,
  table,
  textOption,
  UsageError,
} from '../command';

const toJson = ({ id, atMs, kind, text }: Mark) => ({ id, at: isoOrNull(atMs), kind, text });

export const markCommands: readonly Command[] = [
  {
    name: 'mark add',
    summary: 'mark a moment of a bot in its charts',
    usage: `--bot S --text T [--kind ${MARK_KINDS.join('|')}] [--at ISO]`,
    options: { bot: textOption, text: textOption, kind: { ...textOption, default: 'note' }, at: textOption },
    async run(ports, options) {
      const at = optional(options, 'at');
      const atMs = at === undefined ? null : parseIsoTime(at);
      if (at !== undefined && atMs === null)
        throw new UsageError('--at must be a time with a zone, such as 2026-02-05T02:35:00Z.');
      const mark = { text: required(options, 'text'), kind: oneOf(options, 'kind', MARK_KINDS), atMs };
      return formatResult(await addMark(ports, OPERATOR, required(options, 'bot'), mark), (added) => ({
        json: toJson(added),
        text: `Marked ${isoOrNull(added.atMs)}: ${added.text}`,
      }));
    },
  },
  {
    name: 'mark list',
    summary: 'list the marks of a bot, the newest 500',
    usage: '--bot S',
    run: async (ports, options) =>
      formatResult(await listMarks(ports, OPERATOR, required(options, 'bot')), ({ marks }) => ({
        json: marks.map(toJson),
        text: table(
          ['AT', 'KIND', 'TEXT'],
          marks.map(({ atMs, kind, text }) => [isoOrNull(atMs) ?? '', kind, text]),
        ),
      })),
  },
];
