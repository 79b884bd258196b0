/** A table, column, index, trigger, view or other named object. */
export type SchemaObject = { readonly kind: string; readonly name: string; readonly definition: string };

/** One sentence for each object that a schema has in addition, lacks or defines differently from the migrations. */
export function schemaDifferences(
  expected: readonly SchemaObject[],
  found: readonly SchemaObject[],
): string[] {
  const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;
  const definitions = (objects: readonly SchemaObject[]) =>
    new Map(objects.map((one) => [keyOf(one), one.definition]));
  const [wanted, there] = [definitions(expected), definitions(found)];
  return [
    ...[...there.keys()].filter((key) => !wanted.has(key)).map((key) => `No migration creates the ${key}.`),
    ...[...wanted.keys()].filter((key) => !there.has(key)).map((key) => `The ${key} is missing.`),
    ...[...wanted.entries()]
      .filter(([key, definition]) => there.has(key) && there.get(key) !== definition)
      .map(([key]) => `The ${key} differs from the one that the migrations create.`),
  ];
}
