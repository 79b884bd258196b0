import { expect, it } from 'vitest';
import { pointOf, type StoredPoint } from '@/lib/domain/history/summary';
import { historyCsv } from '@/lib/view/charts/history-csv';

const AT = Date.UTC(2026, 10, 22, 8, 50);
const report = { ...pointOf({ atMs: AT, serverCount: 4, userCount: 273, shardCount: 1 }), hourMs: null };
const NOTHING = { marks: [], pauses: [] };
const first = { serverCount: 3, userCount: 270 };
const hour: StoredPoint = {
  ...report,
  first,
  reports: 60,
  hourMs: AT - 50 * 60_000,
  min: { serverCount: 2, userCount: 200 },
  max: { serverCount: 9, userCount: 300 },
};

it('has the columns of reports if there are no hours, otherwise those of hours for both', () => {
  const single = { ...report, first: { serverCount: 4, userCount: 273 } };
  expect(historyCsv([single], NOTHING)).toBe(
    'at,servers,users,shards\r\n2026-11-22T08:50:00.000Z,4,273,1\r\n',
  );
  const [header, ...rows] = historyCsv([hour, single], NOTHING).trimEnd().split('\r\n');
  expect(header).toBe(
    'at,reports,servers_first,servers_last,servers_min,servers_max,users_first,users_last,users_min,users_max,shards',
  );
  expect(rows).toEqual([
    '2026-11-22T08:00:00.000Z,60,3,4,2,9,270,273,200,300,1',
    '2026-11-22T08:50:00.000Z,1,4,4,4,4,273,273,273,273,1',
  ]);
});

it('has marks and planned silences in a column of their own, at the first point after each', () => {
  const later = { ...report, atMs: AT + 60_000 };
  const text = historyCsv([report, later], {
    marks: [{ atMs: AT + 1, type: 'deploy', text: 'Version 2.4, "final"' }],
    pauses: [{ fromMs: AT + 60_001, untilMs: AT + 120_000, reason: null }],
  });
  expect(text.trimEnd().split('\r\n')).toEqual([
    'at,servers,users,shards,marks',
    '2026-11-22T08:50:00.000Z,4,273,1,',
    '2026-11-22T08:51:00.000Z,4,273,1,"2026-11-22T08:50:00.001Z Deployment: Version 2.4, ""final""; 2026-11-22T08:51:00.001Z Planned silence until 2026-11-22T08:52:00.000Z"',
  ]);
});
