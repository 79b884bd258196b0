/** Code that checks the signature of a webhook (Standard Webhooks 1.0), without dependencies. */

/** `headers` have lower-case names, as in Node.js; `body` is the text of the request as received. */
export const NODE_VERIFY = `import { createHmac, timingSafeEqual } from 'node:crypto';

function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - sentAt) < 300)) return false; // recorded and sent again by someone
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest('base64');
  const expected = Buffer.from(\`v1,\${signed}\`);
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** `headers` is a mapping that ignores case, as in Flask, Django and http.server; `body` is bytes. */
export const PYTHON_VERIFY = `import base64, hashlib, hmac, time

def is_genuine(headers, body, secret):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False  # recorded and sent again by someone
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected) for one in given)`;
