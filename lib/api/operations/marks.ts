import { MARKS_PATH, PAUSE_PATH } from '@/lib/contract/api-paths';
import {
  MARK_EXAMPLE,
  MARKS_EXAMPLE,
  markBody,
  markResponse,
  marksQuery,
  marksResponse,
  PAUSE_EXAMPLE,
  pauseBody,
  pauseResponse,
  RESUME_EXAMPLE,
  resumeResponse,
} from '@/lib/contract/marks';
import { isForward } from '@/lib/domain/history/history';
import { type Mark, markTimeError } from '@/lib/domain/history/mark';
import { isoTime } from '@/lib/domain/text/time';
import { markByKey, readMarks } from '@/lib/services/marks/marks';
import type { Result } from '@/lib/services/result';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { COUNTED_READ_ERRORS, countedReply, FAIR_READ_ERRORS, refuse } from '../counted-reply';
import { BOT_DISABLED, invalidBody, tooManyPauses } from '../errors';
import { type CallResult, jsonResponse, keyOperation, type OperationDeps, success } from '../operation';

/** Marks and planned silence (contract section 13). */

const shown = ({ id, atMs, kind, text }: Mark) => ({ id, at: isoTime(atMs), kind, text });

export const addMarkOperation = keyOperation({
  method: 'POST',
  path: MARKS_PATH,
  isCounted: true,
  docs: {
    operationId: 'addMark',
    tag: 'Bots',
    summary: 'Mark a moment',
    description:
      'Counts as one call. A deployment, an incident or a note is drawn into the charts of the bot. A bot has at most 1 000 marks: a further one takes the place of the oldest. A second try after a 503 may make two.',
  },
  body: {
    description: 'The mark.',
    schema: markBody,
    example: { name: 'mark', summary: 'A deployment', value: { text: 'Version 2.4', kind: 'deploy' } },
    minimal: { text: 'Version 2.4' },
  },
  response: jsonResponse('The mark as it is stored.', markResponse, MARK_EXAMPLE),
  errors: COUNTED_READ_ERRORS,
  async handle(deps, call) {
    const { ref, snapshot } = call;
    const { text, kind = 'note', at = null } = call.body;
    const wrong = at === null ? null : markTimeError(snapshot.account, at, snapshot.nowMs);
    if (wrong !== null) return refuse(deps, call, invalidBody([{ path: 'at', message: wrong }]));
    const result = await markByKey(deps, ref, { text: text.trim(), kind, atMs: at }, snapshot);
    return result && countedReply(result, () => success(shown(result.mark)));
  },
});

export const readMarksOperation = keyOperation({
  method: 'GET',
  path: MARKS_PATH,
  isCounted: true,
  docs: {
    operationId: 'readMarks',
    tag: 'Bots',
    summary: 'Read the marks',
    description:
      'Counts as one call. The newest 500 of the span, as far as the history of the plan goes, oldest first.',
  },
  query: marksQuery,
  issuesAt: ({ from, to }, nowMs) =>
    isForward({ fromMs: from, toMs: to, unit: 'auto' }, nowMs)
      ? []
      : [{ path: 'from', message: 'Must be before "to", which is now unless given.' }],
  response: jsonResponse('The marks.', marksResponse, MARKS_EXAMPLE),
  errors: FAIR_READ_ERRORS,
  handle: async (deps, call) =>
    countedReply(await readMarks(deps, call, call.query), ({ marks, isTruncated }) =>
      success({ marks: marks.map(shown), truncated: isTruncated }),
    ),
});

export const pauseBotOperation = keyOperation({
  method: 'POST',
  path: PAUSE_PATH,
  isCounted: false,
  docs: {
    operationId: 'pauseBot',
    tag: 'Bots',
    summary: 'Plan a silence',
    description:
      'Never counts, and is answered with an exhausted quota too. Until the end nobody is told that the bot is silent or that its servers dropped, and its coverage leaves the time out. The next one replaces it, also by an earlier end; a hundred may begin on a UTC day.',
  },
  body: {
    description: 'How long, and why.',
    schema: pauseBody,
    example: {
      name: 'pause',
      summary: 'Half an hour',
      value: { minutes: 30, reason: 'Moving to a new host' },
    },
    minimal: { minutes: 30 },
  },
  response: jsonResponse('Until when the silence is planned.', pauseResponse, PAUSE_EXAMPLE),
  errors: ['bot_mismatch', 'too_many_pauses'],
  handle: async (deps, call) =>
    changed(deps, call, await pauseBot(deps, call.who, call.who.botId, call.body)),
});

export const resumeBotOperation = keyOperation({
  method: 'DELETE',
  path: PAUSE_PATH,
  isCounted: false,
  docs: {
    operationId: 'resumeBot',
    tag: 'Bots',
    summary: 'End a planned silence',
    description:
      'Never counts, and is answered with an exhausted quota and without a planned silence too. A body of at most 16 KiB and of any type is ignored.',
  },
  ignoresBody: true,
  response: jsonResponse('No silence is planned.', resumeResponse, RESUME_EXAMPLE),
  errors: ['body_too_large', 'bot_mismatch'],
  handle: async (deps, call) => changed(deps, call, await resumeBot(deps, call.who, call.who.botId)),
});

/** The response to a change of the pause; a refusal is counted as such (contract rule 4). */
async function changed(
  deps: OperationDeps,
  call: Parameters<typeof refuse>[1],
  result: Result<{ readonly pausedUntilMs: number | null }>,
): Promise<CallResult> {
  const { snapshot } = call;
  if (result.ok) {
    deps.store.noteUse(snapshot, false);
    const { pausedUntilMs: untilMs } = result.value;
    return { ...snapshot, reply: success({ until: untilMs === null ? null : isoTime(untilMs) }) };
  }
  const { code, retryAfterMs = 0 } = result.refusal;
  if (code === 'conflict') return refuse(deps, call, BOT_DISABLED);
  return code === 'too_many' ? refuse(deps, call, tooManyPauses(retryAfterMs)) : null;
}
