/** The content of an element as text. Only `markup` makes it, which escapes every text. */
export type Markup = { readonly __html: string };

type Piece = string | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A template of elements: texts, also those of attributes, are escaped; markup of other templates stays. */
export const markup = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup => ({
  __html: texts.map((text, at) => (at === 0 ? '' : markupOf(pieces[at - 1] ?? '')) + text).join(''),
});

/** A text as the content of an element or an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

function markupOf(piece: Piece): string {
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return escaped(piece);
  return '__html' in piece ? piece.__html : piece.map(({ __html }) => __html).join('');
}
