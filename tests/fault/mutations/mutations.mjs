import { readFileSync } from 'node:fs';

/**
 * Defects of the product that each break a guarantee, and what must find them: a test, a seed of the simulation (`seeds`), or both.
 * `test` is its name in `suite`, `on` the database if it runs on both, `says` a part of its failure; `isBuilt`: it runs the
 * built server. An edit is of lines that the file has once.
 * @typedef {{ file: string, find: string, replace: string }} Edit
 * @typedef {{ name: string, edits: Edit[], suite?: string, test?: string, on?: string, says?: string, isBuilt?: string,
 *   seeds?: string }} Defect
 * @typedef {Defect & { suite: string, test: string, says: string }} Mutation A defect that a test must find.
 */

/** In defects.txt: `# name`, properties, and of each edit the file, lines with `-`, and with `+` what takes their place. */
const TEXT = readFileSync(new URL('defects.txt', import.meta.url), 'utf8');

/** @type {readonly Defect[]} */
export const DEFECTS = TEXT.split(/^# /m).slice(1).map(parsed);

/** @type {readonly Mutation[]} */
export const MUTATIONS = DEFECTS.flatMap(({ suite, test, says, ...defect }) =>
  suite === undefined || test === undefined || says === undefined ? [] : [{ ...defect, suite, test, says }],
);

/** @returns {Defect} */
function parsed(/** @type {string} */ text) {
  const [name = '', ...lines] = text.replace(/\n$/, '').split('\n');
  /** @type {{ file: string, '-': string[], '+': string[] }[]} */
  const edits = [];
  /** @type {Record<string, string>} */
  const properties = {};
  for (const line of lines) {
    const [, property, value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (line.startsWith('-') || line.startsWith('+'))
      edits.at(-1)?.[line.startsWith('-') ? '-' : '+'].push(line.slice(1));
    else if (property === undefined) edits.push({ file: line, '-': [], '+': [] });
    else properties[property] = value;
  }
  return {
    ...properties,
    name,
    edits: edits.map((edit) => ({
      file: edit.file,
      find: edit['-'].join('\n'),
      replace: edit['+'].join('\n'),
    })),
  };
}
