import { OPERATOR } from '@/lib/domain/people/caller';
import { VOTE_KINDS, type VoteSource } from '@/lib/domain/votes/vote';
import {
  type CreatedSource,
  createSource,
  deleteSource,
  listSources,
  rotateSource,
} from '@/lib/services/votes/sources';
import {
  type Command,
  type Context,
  formatResult,
  isoOrNull,
  linkOrigin,
  type Output,
  oneOf,
  optional,
  required,
  table,
} from '../command';

const toJson = (source: VoteSource) => ({
  sourceId: source.id,
  botId: source.botId,
  kind: source.kind,
  name: source.name,
  status: statusOf(source),
  createdAt: isoOrNull(source.createdAtMs),
});

function statusOf({ deletedAtMs, pausedAtMs }: VoteSource): 'on' | 'paused' | 'deleted' {
  if (deletedAtMs !== null) return 'deleted';
  return pausedAtMs === null ? 'on' : 'paused';
}

const made = ({ source, path, secret }: CreatedSource, env: Context['env']): Output => ({
  json: { ...toJson(source), path, secret },
  text: secret ?? '',
  note: `${
    secret === null
      ? 'Its deliveries are checked with the secret that you gave.'
      : 'This is the only time that the secret is shown.'
  }\nAddress for the list: ${linkOrigin(env)}${path}`,
});

const HEADING = ['SOURCE ID', 'KIND', 'NAME', 'STATUS', 'VOTES', 'LAST VOTE', 'PATH'];

export const voteSourceCommands: readonly Command[] = [
  {
    name: 'vote-source create',
    summary: 'take votes of a bot from a list; print the secret to set there, once, and the address',
    usage: `--bot S --kind ${VOTE_KINDS.join('|')} --name N [--secret X]`,
    async run(ports, options, { env }) {
      const created = await createSource(ports, OPERATOR, {
        botId: required(options, 'bot'),
        kind: oneOf(options, 'kind', VOTE_KINDS),
        name: required(options, 'name'),
        secret: optional(options, 'secret'),
      });
      return formatResult(created, (source) => made(source, env));
    },
  },
  {
    name: 'vote-source rotate',
    summary: 'give a source another secret; print it, once, if it was made',
    usage: '--source-id ID [--secret X] [--keep-old]',
    run: async (ports, options, { env }) =>
      formatResult(
        await rotateSource(ports, OPERATOR, required(options, 'source-id'), {
          secret: optional(options, 'secret'),
          keepsFormer: options['keep-old'] === true,
        }),
        (rotated) => made(rotated, env),
      ),
  },
  {
    name: 'vote-source list',
    summary: 'list where a bot’s votes come from, without secrets',
    usage: '--bot S',
    run: async (ports, options) =>
      formatResult(await listSources(ports, OPERATOR, required(options, 'bot')), (sources) => ({
        json: sources.map(({ source, path, total, lastVoteAtMs }) => ({
          ...toJson(source),
          path,
          total,
          lastVoteAt: isoOrNull(lastVoteAtMs),
        })),
        text: table(
          HEADING,
          sources.map(({ source, path, total, lastVoteAtMs }) => [
            source.id,
            source.kind,
            source.name,
            statusOf(source),
            String(total),
            isoOrNull(lastVoteAtMs) ?? 'never',
            path,
          ]),
        ),
      })),
  },
  {
    name: 'vote-source delete',
    summary: 'delete a source of votes; its counts stay',
    usage: '--source-id ID',
    run: async (ports, options) =>
      formatResult(await deleteSource(ports, OPERATOR, required(options, 'source-id')), (source) => ({
        json: toJson(source),
        text: `The source "${source.name}" is deleted; its votes stay counted.`,
      })),
  },
];
