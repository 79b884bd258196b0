/** Examples of the OpenAPI document for reads of the history; see examples.ts. */

export const HISTORY_EXAMPLE = {
  success: true,
  data: {
    from: '2026-02-04T02:00:00.000Z',
    to: '2026-02-05T03:00:00.000Z',
    unit: 'hour',
    points: [
      {
        at: '2026-02-04T02:00:00.000Z',
        reports: 2,
        servers: { first: 4, last: 5, min: 4, max: 5 },
        users: { first: 273, last: 281, min: 273, max: 281 },
        shards: 1,
      },
    ],
    gaps: [{ from: '2026-02-04T02:35:00.000Z', to: '2026-02-05T02:35:00.000Z' }],
  },
};

export const HISTORY_CSV_EXAMPLE = 'at,servers,users,shards\r\n2026-02-05T02:35:00.000Z,4,273,1\r\n';
