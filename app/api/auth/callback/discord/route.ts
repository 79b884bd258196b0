import type { NextRequest } from 'next/server';
import { finishDiscord } from '@/lib/session/discord';

/** Where Discord leads a browser back to. */
export const GET = (request: NextRequest): Promise<Response> => finishDiscord(request);
