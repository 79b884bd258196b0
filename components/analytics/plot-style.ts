/** The look of all plots: thin lines, a light grid, small labels. */

export const AXIS = {
  tick: { fill: 'var(--muted)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const;

export const GRID = { stroke: 'var(--line)', vertical: false } as const;

export const TOOLTIP = {
  cursor: { fill: 'var(--inset)' },
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 8,
    color: 'var(--ink)',
  },
  itemStyle: { color: 'var(--ink)' },
} as const;
