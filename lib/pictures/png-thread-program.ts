// The thread of png.ts: draws each picture, and answers with its bytes.
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { PictureRequest } from './png';

// A missing file is ignored without a word: png.test.ts looks at the text of a picture.
const fontFiles = ['geist-400.ttf', 'geist-600.ttf'].map((name) => join(workerData.fonts, name));

parentPort?.on('message', ({ id, svg }: PictureRequest & { readonly id: number }) => {
  try {
    const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Geist' };
    parentPort?.postMessage({ id, result: new Resvg(svg, { font }).render().asPng() });
  } catch (error) {
    parentPort?.postMessage({ id, error: { message: String(error) } });
  }
});
