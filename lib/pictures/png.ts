import { RequestThread } from '@/lib/threads/request-thread';

export type PictureRequest = { readonly svg: string };

type Png = Uint8Array<ArrayBuffer>;

/**
 * Draws an SVG document as PNG by resvg in a thread of its own, one at a time, about 15 ms each, so that calls do not wait
 * for them. The thread starts with the first picture. `program` is the bundle of png-thread-program.ts, and `fonts` the
 * folder of its fonts, from the project's root.
 */
export function createPngs({ program = 'dist/png-thread.mjs', fonts = 'lib/pictures/fonts' } = {}) {
  const thread = new RequestThread<PictureRequest, Png>({
    program,
    workerData: { fonts },
    closed: () => new Error('Pictures are no longer drawn.'),
    failed: (cause) => new Error('The thread that draws pictures has ended.', { cause }),
  });
  return {
    /** `null` if the thread has failed: it starts again with the next picture. */
    draw: (svg: string): Promise<Png | null> => thread.request({ svg }).catch(() => null),
    close: () => thread.close(),
  };
}
