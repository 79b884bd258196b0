const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** What JSON would allow; `text` is inside one. */
export type Expected =
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
export function firstFault(text: string): { readonly index: number; readonly expected: Expected } {
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
