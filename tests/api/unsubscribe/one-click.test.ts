import { expect, test } from 'vitest';
import { onEveryServer } from '@/tests/support/process/api-server';

/** The bodies that RFC 8058 allows. */
const BODIES = [
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
] as const;

onEveryServer((api) => {
  test.each(BODIES)(
    'a mail program ends mails with a post as %s, without cookie or Origin',
    async (type, body) => {
      const { directory, unsubscribeTokens } = await api.operator.ports();
      const { id: botId } = await api.operator.bot();
      const userId = (await directory.read(({ bots }) => bots.findById(botId)))?.ownerId ?? '';
      const token = unsubscribeTokens.issue({ userId, botId, type: 'bot.silent' });
      const isMailed = async () =>
        (await directory.read(({ alertSettings }) => alertSettings.find(userId, botId)))['bot.silent']
          .isMailed;
      const post = (path: string) =>
        api.send({ method: 'POST', path, headers: { 'Content-Type': type }, body });

      expect((await api.send({ path: `/unsubscribe?token=${token}` })).status).toBe(200);
      expect((await post(`/unsubscribe?token=${token}x`)).status).toBe(404);
      expect((await post(`/login?token=${token}`)).status).toBe(403);
      expect(await isMailed()).toBe(true);
      for (let i = 0; i < 2; i++) expect((await post(`/unsubscribe?token=${token}`)).status).toBe(200);
      expect(await isMailed()).toBe(false);
    },
  );
});
