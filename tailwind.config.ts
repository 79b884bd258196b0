import type { Config } from 'tailwindcss';
import plugin from 'tailwindcss/plugin';
import { TOKENS } from './lib/view/tokens';

const status = (name: string) => ({
  DEFAULT: `var(--${name})`,
  mark: `var(--${name}-mark)`,
  soft: `var(--${name}-soft)`,
});

const variables = (theme: keyof typeof TOKENS) => ({
  'color-scheme': theme,
  ...Object.fromEntries(Object.entries(TOKENS[theme]).map(([name, color]) => [`--${name}`, color])),
});

/** Names for the tokens of lib/view/tokens.ts. Scales replace Tailwind's own, so that nothing off the scale can be written. */
const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      canvas: 'var(--canvas)',
      surface: 'var(--surface)',
      rail: 'var(--rail)',
      inset: 'var(--inset)',
      hover: 'var(--hover)',
      edge: 'var(--edge)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      // Of dots, never of text.
      faint: 'var(--faint)',
      action: { DEFAULT: 'var(--action)', ink: 'var(--action-ink)' },
      accent: { DEFAULT: 'var(--accent)', ink: 'var(--accent-ink)', soft: 'var(--accent-soft)' },
      danger: 'var(--danger)',
      healthy: status('healthy'),
      warning: status('warning'),
      critical: status('critical'),
      series: {
        servers: 'var(--series-servers)',
        users: 'var(--series-users)',
        calls: 'var(--series-calls)',
        refused: 'var(--series-refused)',
        reads: 'var(--series-reads)',
        history: 'var(--series-history)',
        other: 'var(--series-other)',
        before: 'var(--series-before)',
      },
      grid: 'var(--grid)',
      gap: 'var(--gap)',
      silence: 'var(--silence)',
      track: 'var(--track)',
      code: {
        key: 'var(--code-key)',
        str: 'var(--code-str)',
        num: 'var(--code-num)',
        dim: 'var(--code-dim)',
      },
      scrim: 'var(--scrim)',
    },
    fontFamily: {
      sans: ['var(--font-geist-sans)', 'system-ui', 'sans-serif'],
      mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
    },
    fontSize: {
      xs: ['0.75rem', { lineHeight: '1rem' }],
      // Navigation, buttons, chips.
      control: ['0.8125rem', { lineHeight: '1.25rem' }],
      sm: ['0.875rem', { lineHeight: '1.25rem' }],
      base: ['1rem', { lineHeight: '1.5rem' }],
      lg: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.015em' }],
      figure: ['1.5rem', { lineHeight: '2rem', letterSpacing: '-0.02em' }],
      xl: ['1.75rem', { lineHeight: '2.25rem', letterSpacing: '-0.02em' }],
      '4xl': ['2.25rem', { lineHeight: '2.5rem', letterSpacing: '-0.04em' }],
      headline: ['3.5rem', { lineHeight: '3.75rem', letterSpacing: '-0.04em' }],
    },
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    // `inner` is for badges and what lies inside a corner, the default for cards, menus and code.
    borderRadius: {
      none: '0',
      inner: '4px',
      control: '6px',
      DEFAULT: '8px',
      dialog: '12px',
      full: '9999px',
    },
    // Only of what floats: menu, dialog, tooltip of a chart, save bar.
    boxShadow: { none: 'none', float: 'var(--shadow)' },
  },
  plugins: [
    plugin(({ addBase }) =>
      addBase({ ':root': { ...variables('light'), '@variant dark': variables('dark') } }),
    ),
  ],
};

export default config;
