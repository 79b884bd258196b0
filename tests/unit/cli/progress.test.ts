import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processIo } from '@/lib/cli/io';
import { startProgress } from '@/lib/cli/progress-bar';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(isTTY: boolean) {
  let text = '';
  const stderr = Object.assign(new PassThrough(), { isTTY });
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { ...startProgress({ ...processIo, stderr }), text: () => text };
}

it('work of less than a second shows nothing', () => {
  for (const isTerminal of [true, false]) {
    const { progress, stop, text } = open(isTerminal);
    progress('Copying', 0, 200, 'MB');
    vi.advanceTimersByTime(999);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(text()).toBe('');
  }
});

it('on a terminal a bar shows what is done and left after a second, and is gone at the end', () => {
  const { progress, stop, text } = open(true);
  progress('Copying', 0, 200, 'MB');
  vi.advanceTimersByTime(1_000);
  progress('Copying', 50, 200, 'MB');
  vi.advanceTimersByTime(1_000);
  expect(text()).toMatch(/Copying \[######-{18}\] 25 %, 50 of 200 MB, 1s/);
  progress('Checking', 0, 7, 'tables');
  vi.advanceTimersByTime(1_000);
  expect(text()).toMatch(/Checking \[-{24}\] 0 %, 0 of 7 tables, /);
  stop();
  // Of what would stay after Ctrl-C nothing is used: neither a hidden cursor nor another wrap of lines.
  for (const sequence of ['[?25l', '[?7l']) expect(text()).not.toContain(sequence);
  const before = text();
  vi.advanceTimersByTime(60_000);
  expect(text()).toBe(before);
});

it('elsewhere there is a line every ten seconds, without control characters', () => {
  const { progress, stop, text } = open(false);
  const lines = () => text().split('\n').length - 1;
  progress('Copying', 1, 4, 'rows');
  vi.advanceTimersByTime(9_999);
  expect(lines()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(text()).toMatch(/^Copying \[#{6}-{18}\] 25 %, 1 of 4 rows, \d+s\n$/);
  for (let i = 0; i < 300; i++) {
    progress('Copying', 2, 4, 'rows');
    vi.advanceTimersByTime(100);
  }
  expect(lines()).toBe(4);
  stop();
  expect(text()).not.toMatch(/[^\P{Cc}\n]/u);
});
