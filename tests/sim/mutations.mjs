import { readFileSync } from 'node:fs';
import { MUTATIONS } from '../fault/mutations/mutations.mjs';

/**
 * Defects of the product that a seed must find.
 * @typedef {import('../fault/mutations/mutations.mjs').Edit} Edit
 * @typedef {{ name: string, edits: readonly Edit[] }} SimulatedMutation
 */

/** Those of other suites that are found here too, by how their names begin. */
const KNOWN =
  /^(no transaction|outdated rows|check-then-act|outdated row:|synchronous=OFF|answer before|quota check|domain:)/;

/** `# name`, the file, and lines with `-` before the text that the lines with `+` replace. */
const own = readFileSync(new URL('defects.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((text) => {
    const [name = '', file = '', ...lines] = text.trimEnd().split('\n');
    const of = (/** @type {string} */ sign) =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n');
    return { name, edits: [{ file, find: of('-'), replace: of('+') }] };
  });

/** @type {readonly SimulatedMutation[]} */
export const SIMULATED = [...MUTATIONS.filter(({ name }) => KNOWN.test(name)), ...own];
