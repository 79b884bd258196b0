import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BADGES, badgeJson, badgeOf, badgeSvg } from '@/lib/view/public/badge';
import { chartSvg } from '@/lib/view/public/chart-picture';
import { type PublicPage, publicPage } from '@/lib/view/public/page';
import { THEMES } from '@/lib/view/public/tokens';

const history = {
  fromMs: 0,
  untilMs: 0,
  points: [],
  gaps: [],
  changes: { serverCount: null, userCount: null },
};
const LOOK = { range: '90d', theme: null } as const;
const EMPTY: PublicPage = {
  botId: '1',
  name: 'New',
  state: 'new',
  badge: 'none',
  servers: null,
  users: null,
  nowMs: 0,
  history,
  deploys: [],
  coverage: { percentage: null, days: [] },
  votes: { total: 0, monthly: 0 },
};

/** Any text that someone can choose, with what XML and HTML would take for markup. */
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((some) => `${some}<&"'>]]>`);

it('no name, label or number becomes markup', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...BADGES), fc.constantFrom(...THEMES), (name, kind, theme) => {
      const badge = badgeSvg(badgeOf(kind, null, name), theme);
      const chart = chartSvg({ kind: 'votes', days: [{ date: '2026-01-01', votes: 3 }] }, 'votes', {
        title: name,
        theme,
      });
      const deploys = [{ id: '1', atMs: 0, kind: 'deploy', text: name }] as const;
      const page = publicPage({ ...EMPTY, name, deploys }, LOOK, 'https://bots.example.org');
      for (const drawn of [badge, chart, page]) {
        expect(drawn).not.toMatch(/<&|&["'<>]|["']>]]|]]>/);
        expect(drawn).toContain('&#60;&#38;&#34;&#39;&#62;]]&#62;');
      }
      expect(chart).not.toContain('var(');
    }),
  );
});

it('a JSON badge is an error only where data is missing that should be there', () => {
  const silent = badgeOf('status', { kind: 'status', state: 'no recent data' }, null);
  expect(badgeJson(silent)).toMatchObject({ message: 'no recent data', isError: true });
  for (const state of ['online', 'new'] as const)
    expect(badgeJson(badgeOf('status', { kind: 'status', state }, null))).not.toHaveProperty('isError');
  expect(badgeJson(badgeOf('status', null, null))).not.toHaveProperty('isError');
});

it('a page without data says so, and its preview has the numbers', () => {
  const page = publicPage(EMPTY, LOOK, 'https://bots.example.org');
  for (const said of [
    'New: no report yet',
    'No reports yet',
    'property="og:url" content="https://bots.example.org/b/1"',
  ])
    expect(page).toContain(said);
  expect(page).not.toMatch(/<script|NaN|undefined|null/);
  // Without APP_URL nothing names an address, which the request's Host would.
  expect(publicPage(EMPTY, LOOK, null)).not.toMatch(/og:url|og:image|twitter:card/);
});
