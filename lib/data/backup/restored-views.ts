import type { Database } from '../sqlite/driver.mjs';
import { hasColumn, hasTable } from './has-table';

/** Only of people and bots that the replaced database knows. */
const ENDED = [
  `DELETE FROM restored.bot_people WHERE user_id IN (SELECT id FROM main.users) AND bot_id IN (SELECT id FROM main.bots)
     AND (bot_id, user_id) NOT IN (SELECT bot_id, user_id FROM main.bot_people)`,
  `UPDATE restored.bot_people AS kept SET role = 'viewer' FROM main.bot_people AS newer
   WHERE newer.bot_id = kept.bot_id AND newer.user_id = kept.user_id AND newer.role = 'viewer' AND kept.role = 'manager'`,
];

/** Ends the roles with bots again that ended after the backup, or became smaller. */
export function endedRoles(database: Database): { readonly change: 'role-ended'; readonly botId: string }[] {
  if (!['main', 'restored'].every((schema) => hasTable(database, schema, 'bot_people'))) return [];
  const botIds = ENDED.flatMap((sql) =>
    database.prepare<[], { botId: string }>(`${sql} RETURNING bot_id AS botId`).all(),
  );
  return [...new Set(botIds.map(({ botId }) => botId))].map((botId) => ({ change: 'role-ended', botId }));
}

/** Hides what anyone may see of a restored bot where that is not known to be so now: its owner may have hidden it since. */
export function unpublish(
  database: Database,
): { readonly change: 'bot-unpublished' | 'bot-deploys-hidden'; readonly botId: string }[] {
  return ['is_public', 'shows_deploys'].flatMap((column) => {
    if (!hasColumn(database, 'restored', 'bots', column)) return [];
    const condition = hasColumn(database, 'main', 'bots', column)
      ? `AND id NOT IN (SELECT id FROM main.bots WHERE ${column} = 1)`
      : '';
    const sql = `UPDATE restored.bots SET ${column} = 0 WHERE ${column} = 1 ${condition} RETURNING id AS botId`;
    const change = column === 'is_public' ? 'bot-unpublished' : 'bot-deploys-hidden';
    const hidden = database.prepare<[], { botId: string }>(sql).all();
    return hidden.map(({ botId }) => ({ change, botId }));
  });
}
