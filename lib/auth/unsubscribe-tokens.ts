import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MailScope, UnsubscribeTokens } from '@/lib/ports/unsubscribe-tokens';

const FORM = /^([\w-]{1,400})\.([\w-]{43})$/;

/** Tokens of a scope and an HMAC over it, with a key of its own. */
export function unsubscribeTokens(authSecret: string): UnsubscribeTokens {
  const key = createHmac('sha256', authSecret).update('unsubscribe').digest();
  const macOf = (scope: string) => createHmac('sha256', key).update(scope).digest('base64url');
  return {
    issue(scope) {
      const parts =
        'type' in scope ? [scope.userId, scope.botId, scope.type] : [scope.userId, scope.messageId];
      const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
      return `${text}.${macOf(text)}`;
    },
    read(token) {
      const [, text = '', mac = ''] = FORM.exec(token) ?? [];
      const expected = Buffer.from(macOf(text));
      if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), expected)) return null;
      return scopeOf(JSON.parse(Buffer.from(text, 'base64url').toString()));
    },
  };
}

function scopeOf([userId = '', second = '', type]: readonly string[]): MailScope {
  return type === undefined ? { userId, messageId: second } : { userId, botId: second, type };
}
