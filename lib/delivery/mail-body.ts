import type { Letter } from '@/lib/ports/senders';

/** What a letter is laid out with: the address of this site, and the complete address that ends mails like it. */
type Place = { readonly origin: string; readonly unsubscribeUrl: string | null };

/** The plain-text part of a mail. */
export function plainBody({ sections, reason }: Letter, { origin, unsubscribeUrl }: Place): string {
  const parts = sections.map(({ title, sentences, link }) =>
    [title, '', ...sentences, ...(link === null ? [] : ['', `${link.label}: ${origin}${link.path}`])].join(
      '\n',
    ),
  );
  const stop = unsubscribeUrl === null ? [] : [`Stop mails like this: ${unsubscribeUrl}`];
  return `${[...parts, ['-- ', reason, ...stop].join('\n')].join('\n\n')}\n`;
}

/** No colours, so that a mail follows its reader's theme, and no pictures. */
const STYLE = {
  body: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  column: 'max-width:560px;margin:0 auto;overflow-wrap:anywhere',
  title: 'margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600',
  sentence: 'margin:0 0 8px',
  button:
    'display:inline-block;margin:8px 0 0;padding:10px 16px;border:1px solid;border-radius:8px;color:inherit;font-weight:600;text-decoration:none',
  section: 'margin:0 0 32px',
  foot: 'border-top:1px solid;padding-top:16px;font-size:14px',
  link: 'color:inherit',
} as const;

/** The HTML part of a mail, complete without pictures and style sheets. */
export function htmlBody({ subject, sections, reason }: Letter, { origin, unsubscribeUrl }: Place): string {
  const drawn = sections.map(
    ({ title, sentences, link }) =>
      `<div style="${STYLE.section}"><h1 style="${STYLE.title}">${escaped(title)}</h1>${sentences
        .map((sentence) => `<p style="${STYLE.sentence}">${escaped(sentence)}</p>`)
        .join('')}${link === null ? '' : anchor(STYLE.button, origin + link.path, link.label)}</div>`,
  );
  const stop =
    unsubscribeUrl === null ? '' : ` ${anchor(STYLE.link, unsubscribeUrl, 'Stop mails like this')}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.column}">${drawn.join('')}`,
    `<p style="${STYLE.foot}">${escaped(reason)}${stop}</p></div></body></html>`,
  ].join('\n');
}

const anchor = (style: string, url: string, label: string): string =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
