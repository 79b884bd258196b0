import { cookies } from 'next/headers';
import { cookieName, isSecureOrigin } from '@/lib/auth/cookies';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { ownOriginNow } from './current-user';

/** How large the rows of the list of own bots are, as chosen in this browser; kept in a cookie, so that the first HTML has it. */
export const ROW_SIZES = ['large', 'compact'] as const;
export type RowSize = (typeof ROW_SIZES)[number];

/** As long as browsers keep a cookie. */
const KEPT_MS = 400 * DAY_MS;

export async function rowSize(): Promise<RowSize> {
  const kept = (await cookies()).get(cookieName(await ownOriginNow(), 'rows'))?.value;
  return ROW_SIZES.find((size) => size === kept) ?? 'large';
}

export async function keepRowSize(value: RowSize): Promise<void> {
  const origin = await ownOriginNow();
  (await cookies()).set({
    name: cookieName(origin, 'rows'),
    value,
    maxAge: KEPT_MS / 1_000,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureOrigin(origin),
  });
}
