declare const valueType: unique symbol;

/** A value as JSON. React passes a text to the browser much faster than the values in an object one by one. */
export type JsonText<Value> = string & { readonly [valueType]: Value };

export const toJsonText = <Value>(value: Value): JsonText<Value> => JSON.stringify(value) as JsonText<Value>;

export const fromJsonText = <Value>(text: JsonText<Value>): Value => JSON.parse(text);
