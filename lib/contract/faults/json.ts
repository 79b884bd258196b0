/** Why a text is not JSON, in a sentence of our own, because parsers quote what they read. */
export type JsonFault = {
  readonly reason: string;
  /** In characters from the start, which is 0. */
  readonly position?: number;
};

// Always UTF-8, whatever the charset parameter says. A byte-order mark is dropped, invalid bytes are refused
// (contract section 3).
export const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The fault of a body that is not JSON in UTF-8. */
export function jsonFault(bytes: Uint8Array): JsonFault {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) return { reason: 'The body is compressed.' };
  const isUtf16 =
    first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return { reason: 'The body is in UTF-16: encode it in UTF-8.' };
  try {
    return textFault(UTF8.decode(bytes));
  } catch {
    return { reason: 'The body is not in UTF-8.' };
  }
}

const GENERAL: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'The body is empty.'],
  [/^\s*\[object \w+\]/, 'The body is what JavaScript makes of an object as text: use JSON.stringify.'],
  [/^\s*[\w.%+-]+=/, 'The body is form data.'],
  [/^\s*</, 'The body is HTML or XML.'],
];

/** The fault of a text that JSON.parse refuses. */
export function textFault(text: string): JsonFault {
  const general = GENERAL.find(([form]) => form.test(text));
  if (general !== undefined) return { reason: general[1] };
  const at = firstFault(text);
  const position = [...text.slice(0, at.index)].length;
  return { reason: reasonAt(text.slice(at.index), at.expected), position };
}

/** By what comes at the fault, the first that fits. */
const AT_FAULT: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'The body ends too early.'],
  [/^['`\u2018-\u201f]/, 'Names and texts need double quotes (").'],
  [/^[+-]?(?:NaN|Infinity)|^undefined/, 'JSON has no NaN, Infinity or undefined.'],
  [/^(?:True|False|None)\b/, 'Write true, false and null in JSON.'],
  [/^(?:\/[/*]|#)/, 'JSON has no comments.'],
];

const EXPECTED: Readonly<Record<Expected, string>> = {
  text: 'A line break or another control character in a text needs a backslash, and so does a backslash.',
  value: 'A value is expected.',
  item: 'A value is expected.',
  'item or end': 'A value or "]" is expected.',
  name: 'A name in double quotes is expected.',
  'name or end': 'A name in double quotes or "}" is expected.',
  colon: 'A colon is expected after a name.',
  comma: 'A comma or the end of the object or list is expected.',
  nothing: 'There is more text after the end of the JSON.',
};

function reasonAt(rest: string, expected: Expected): string {
  const known = expected === 'text' && rest !== '' ? undefined : AT_FAULT.find(([form]) => form.test(rest));
  if (known !== undefined) return known[1];
  const isValue = expected === 'value' || expected === 'item' || expected === 'item or end';
  if ((expected === 'name' || expected === 'item') && /^[}\]]/.test(rest))
    return 'A comma must not be the last thing in an object or list.';
  if (isValue && /^[+.\d-]/.test(rest)) return 'A number is not written as in JSON, such as 1200.';
  return EXPECTED[expected];
}

const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** What JSON would allow; `text` is inside one. */
type Expected =
  | 'text'
  | 'value'
  | 'item'
  | 'item or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma'
  | 'nothing';

/**
 * Where the first character is that JSON does not allow, and what it would allow there. Without recursion, because
 * brackets can be 16 000 deep.
 */
function firstFault(text: string): { readonly index: number; readonly expected: Expected } {
  const open: string[] = [];
  let expected: Expected = 'value';
  let index = 0;
  const skip = (form: RegExp): boolean => {
    form.lastIndex = index;
    if (!form.test(text)) return false;
    index = form.lastIndex;
    return true;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma');
  for (;;) {
    skip(BLANK);
    const next = text.charAt(index);
    const isValue = expected === 'value' || expected === 'item' || expected === 'item or end';
    const isName: boolean = expected === 'name' || expected === 'name or end';
    const isEnd = next === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
    if (isEnd && (expected === 'comma' || expected.endsWith('or end'))) {
      open.pop();
      index++;
      expected = afterValue();
    } else if (next === '"' && (isValue || isName)) {
      skip(STRING);
      if (text.charAt(index) !== '"') return { index, expected: 'text' };
      index++;
      expected = isName ? 'colon' : afterValue();
    } else if (isValue && (next === '{' || next === '[')) {
      open.push(next);
      index++;
      expected = next === '{' ? 'name or end' : 'item or end';
    } else if (isValue && skip(SCALAR)) expected = afterValue();
    else if (next === ':' && expected === 'colon') {
      index++;
      expected = 'value';
    } else if (next === ',' && expected === 'comma') {
      index++;
      expected = open.at(-1) === '{' ? 'name' : 'item';
    } else return { index, expected };
  }
}
