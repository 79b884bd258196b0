import { parsePostgresAddress } from './postgres/address';

/** The location of a database, as the environment names it. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** `fault` ends a sentence that begins with a setting's name, and shows nothing of the text. */
type Parsed = { ok: true; address: DatabaseAddress } | { ok: false; fault: string };

/** Parses `file:` and a path, or an address of a PostgreSQL database. */
export function parseDatabaseAddress(text: string): Parsed {
  const url = text.trim();
  if (/^postgres(ql)?:\/\//.test(url)) {
    const parsed = parsePostgresAddress(url);
    return parsed.ok ? { ok: true, address: { kind: 'postgres', url } } : parsed;
  }
  // The driver of SQLite trims paths too: other code must not mean another file.
  const file = url.startsWith('file:') ? url.slice('file:'.length).trim() : '';
  if (file.includes('?')) return { ok: false, fault: 'must have no "?" in the path of a file' };
  if (file !== '') return { ok: true, address: { kind: 'sqlite', file } };
  return { ok: false, fault: 'must be "file:" and a path, or an address that starts with "postgres://"' };
}
