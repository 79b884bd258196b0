import { readFileSync } from 'node:fs';
import { IDLE } from '@/lib/contract/form-state';

type Manifest = { node: Record<string, { filename: string; exportedName: string }> };

/** The ids of the built server actions, by `file#name`. */
export function actionIds(): ReadonlyMap<string, string> {
  const file = '.next/server/server-reference-manifest.json';
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(manifest.node).map(([id, { filename, exportedName }]) => [
      `${filename}#${exportedName}`,
      id,
    ]),
  );
}

/**
 * The request that a page sends to submit a form to a server action (`file#name`): the previous state and the fields.
 */
export function actionRequest(
  name: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const id = actionIds().get(name);
  if (id === undefined) throw new Error(`The build has no server action ${name}.`);
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(`_1_${field}`, value);
  body.append('0', JSON.stringify([IDLE, '$K1']));
  return {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/x-component', 'next-action': id, ...headers },
    body,
  };
}
