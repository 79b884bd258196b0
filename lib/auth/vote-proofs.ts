import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { readJwt } from '@/lib/contract/jwt';
import { isSignedSecret } from '@/lib/domain/votes/source';
import { SIGNED_MAX_MS } from '@/lib/domain/votes/vote';
import type { ProofFault, VoteProof, VoteProofs } from '@/lib/ports/vote-proofs';

/** Compares digests, so that neither the time nor the length tells anything. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const hmac = (secret: string, before: string, body: Uint8Array) =>
  createHmac('sha256', secret).update(before).update(body).digest('hex');

const fault = (isRight: boolean): ProofFault => (isRight ? null : 'wrong');

/** The secret itself, in the `Authorization` field. */
function byAuthorization({ secret, header }: VoteProof): ProofFault {
  const given = header('authorization');
  return given === null ? 'missing' : fault(isSame(given, secret));
}

/** Several signatures while the bot list's secret changes. */
const TOPGG = /^t=(\d{1,15})((?:,v\d+=[^,]*){1,10})$/i;

function byTopgg({ secret, header, body, nowMs }: VoteProof): ProofFault {
  const given = header('x-topgg-signature');
  if (given === null) return 'missing';
  const [, seconds = '', all = ''] = TOPGG.exec(given.replace(/\s/g, '')) ?? [];
  const expected = `v1=${hmac(secret, `${seconds}.`, body)}`;
  const isRight = all.split(',').some((one) => isSame(one.toLowerCase(), expected));
  return fault(isRight && Math.abs(nowMs - Number(seconds) * 1_000) <= SIGNED_MAX_MS);
}

function byInfinity({ secret, header, body }: VoteProof): ProofFault {
  const given = header('x-webhook-signature');
  if (given === null) return 'missing';
  const isRight = isSame(given.toLowerCase(), `sha256=${hmac(secret, '', body)}`);
  return fault(isRight && header('x-webhook-protocol') === 'hmac-sha256');
}

/** The body is a JSON Web Token, signed with HS256 and nothing else. */
function byJwt({ secret, body, nowMs }: VoteProof): ProofFault {
  const jwt = readJwt(Buffer.from(body).toString('latin1'));
  if (jwt === null) return 'missing';
  const expected = createHmac('sha256', secret).update(jwt.signed).digest('base64url');
  const { alg } = jwt.header;
  const exp = (jwt.payload as { exp?: unknown } | null)?.exp;
  const isOver = typeof exp === 'number' && exp * 1_000 + SIGNED_MAX_MS < nowMs;
  return fault(isSame(jwt.signature, expected) && alg === 'HS256' && !isOver);
}

const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

function byStandard({ secret, header, body }: VoteProof): ProofFault {
  const given = STANDARD.map((name) => [name, header(name)] as const);
  if (given.some(([, value]) => !value)) return 'missing';
  try {
    new Webhook(secret).verify(Buffer.from(body), Object.fromEntries(given) as Record<string, string>, {
      jsonParse: false,
    });
    return null;
  } catch {
    return 'wrong';
  }
}

export const voteProofs: VoteProofs = {
  check(proof) {
    switch (proof.kind) {
      case 'topgg':
        return isSignedSecret(proof.secret) ? byTopgg(proof) : byAuthorization(proof);
      case 'discordbotlist':
      case 'discords':
      case 'discordplace':
      case 'botlistme':
        return byAuthorization(proof);
      case 'discordlistgg':
        return byJwt(proof);
      case 'infinity':
        return byInfinity(proof);
      case 'generic':
        return byStandard(proof);
    }
  },
};
