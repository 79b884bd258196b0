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
      inset: 'var(--inset)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      accent: { DEFAULT: 'var(--accent)', ink: 'var(--accent-ink)', soft: 'var(--accent-soft)' },
      danger: { DEFAULT: 'var(--danger)', ink: 'var(--danger-ink)' },
      healthy: status('healthy'),
      warning: status('warning'),
      critical: status('critical'),
      series: {
        servers: 'var(--series-servers)',
        users: 'var(--series-users)',
        calls: 'var(--series-calls)',
        refused: 'var(--series-refused)',
      },
      scrim: 'var(--scrim)',
    },
    fontFamily: {
      sans: ['var(--font-geist-sans)', 'system-ui', 'sans-serif'],
      mono: ['var(--font-geist-mono)', 'ui-monospace', 'monospace'],
    },
    fontSize: {
      xs: ['0.75rem', { lineHeight: '1rem' }],
      sm: ['0.875rem', { lineHeight: '1.25rem' }],
      base: ['1rem', { lineHeight: '1.5rem' }],
      lg: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.01em' }],
      xl: ['1.75rem', { lineHeight: '2.25rem', letterSpacing: '-0.02em' }],
    },
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    // `inner` is for what lies inside an 8 px corner: its own corner follows the outer one.
    borderRadius: { none: '0', inner: '4px', DEFAULT: '8px', full: '9999px' },
    boxShadow: { none: 'none' },
  },
  plugins: [
    plugin(({ addBase }) =>
      addBase({ ':root': { ...variables('light'), '@variant dark': variables('dark') } }),
    ),
  ],
};

export default config;
