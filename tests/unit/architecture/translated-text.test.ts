import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  paths: { '@/*': [`${ROOT}*`] },
};

describe('a page that the browser translates', () => {
  it('has no text that React would lose: it is alone in an element, or never changes and nothing before it does', () => {
    const paths = projectSources(ROOT)
      .map(({ path }) => path)
      // Next gives the root layout an element, which its type does not say.
      .filter((path) => /^(app|components)\/.*\.tsx$/.test(path) && path !== 'app/layout.tsx')
      .map((path) => ROOT + path);
    expect(paths.length).toBeGreaterThan(100);
    const program = ts.createProgram(paths, OPTIONS);
    const checked = new Set(paths);
    const faults = fragileTexts(program, (path) => checked.has(path));
    expect(faults.map((fault) => fault.replace(ROOT, ''))).toEqual([]);
  });
});

/**
 * Finds text that a translated page cannot survive. A browser's translation replaces text nodes by `<font>` elements, and
 * React then fails to update or remove such a text, and to insert anything before it. Text that is the only child of an
 * element of HTML is safe: React writes it as the content of that element.
 */
function fragileTexts(program: ts.Program, isChecked: (path: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  const faults: string[] = [];

  const add = (node: ts.Node, why: string) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const text = node.getText().trim().replace(/\s+/g, ' ').slice(0, 60);
    faults.push(`${file.fileName}:${line} ${why}: ${text}`);
  };

  const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any;
  const canBeText = (expression: ts.Expression): boolean => {
    const type = checker.getTypeAtLocation(expression);
    return (type.isUnion() ? type.types : [type]).some((part) => {
      // What `condition && <b />` is without its condition: React draws nothing for it.
      if (part.isLiteral() && !part.value) return false;
      if ((part.flags & TEXT) !== 0) return true;
      return checker.isArrayType(part) && /ReactNode|string|number/.test(checker.typeToString(part));
    });
  };

  /** The one element of HTML that a component always draws at its root, or `null`. */
  const known = new Map<ts.Symbol, string | null>();
  const rootOf = (expression: ts.Node): string | null => {
    if (ts.isParenthesizedExpression(expression)) return rootOf(expression.expression);
    if (ts.isConditionalExpression(expression)) {
      const root = rootOf(expression.whenTrue);
      return root === rootOf(expression.whenFalse) ? root : null;
    }
    if (ts.isJsxElement(expression)) return rootOfTag(expression.openingElement.tagName);
    return ts.isJsxSelfClosingElement(expression) ? rootOfTag(expression.tagName) : null;
  };
  const rootOfTag = (tag: ts.JsxTagNameExpression): string | null => {
    if (/^[a-z]/.test(tag.getText())) return tag.getText();
    // Next's link draws an `<a>`; an icon of the library draws an `<svg>`.
    if (tag.getText() === 'NextLink') return 'a';
    const named = checker.getSymbolAtLocation(tag);
    if (named === undefined) return null;
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    if (!known.has(symbol)) {
      known.set(symbol, null);
      known.set(symbol, rootOfComponent(symbol));
    }
    return known.get(symbol) ?? null;
  };
  const rootOfComponent = (symbol: ts.Symbol): string | null => {
    const declared = symbol.valueDeclaration;
    if (declared === undefined) return null;
    const file = declared.getSourceFile().fileName;
    if (file.includes('/node_modules/lucide-react/')) return 'svg';
    const code = ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (code === undefined || !(ts.isFunctionDeclaration(code) || ts.isArrowFunction(code))) return null;
    if (code.body === undefined) return null;
    const roots = ts.isBlock(code.body) ? returnsOf(code.body).map(rootOf) : [rootOf(code.body)];
    return roots.every((root) => root === roots[0]) ? (roots[0] ?? null) : null;
  };

  const look = (parent: ts.JsxElement | ts.JsxFragment): void => {
    const children = parent.children.filter((child) => !isNothing(child));
    const isFragment = ts.isJsxFragment(parent);
    let hasChanging = false;
    for (const child of children) {
      if (isFixedText(child)) {
        if (isFragment) add(child, 'text in a fragment');
        else if (hasChanging) add(child, 'text after what can change');
      } else if (ts.isJsxExpression(child) && child.expression !== undefined) {
        // The type of an expression takes long to find.
        if (
          (isFragment || children.length > 1) &&
          !isElement(child.expression) &&
          canBeText(child.expression)
        )
          add(child, 'changing text among siblings');
        hasChanging = true;
      } else if (rootOf(child) === null) hasChanging = true;
    }
  };

  const walk = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) look(node);
    if (ts.isJsxElement(node) && ['code', 'pre'].includes(node.openingElement.tagName.getText())) {
      const isKept = /translate="no"/.test(node.openingElement.getText());
      if (!isKept && !/translate="no"/.test(parentTagOf(node))) add(node, 'code that would be translated');
    }
    ts.forEachChild(node, walk);
  };
  for (const file of program.getSourceFiles()) if (isChecked(file.fileName)) walk(file);
  return faults;
}

const parentTagOf = ({ parent }: ts.Node): string =>
  ts.isJsxElement(parent) ? parent.openingElement.getText() : '';

/** Blanks with a line break, and comments: JSX draws nothing for them. */
const isNothing = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) ||
  (ts.isJsxExpression(child) && child.expression === undefined);

const isFixedText = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && child.expression !== undefined && isConstant(child.expression));

/** Seen without its type: `<b />`, `a === b && <b />`, `condition ? <b /> : null`, `list.map(() => <b />)`. */
function isElement(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isElement(node.expression);
  if (ts.isConditionalExpression(node)) return isElement(node.whenTrue) && isElement(node.whenFalse);
  if (ts.isBinaryExpression(node))
    return (
      node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
      isCondition(node.left) &&
      isElement(node.right)
    );
  if (ts.isCallExpression(node)) {
    const [code] = node.arguments;
    const isMap = ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map';
    return isMap && code !== undefined && ts.isArrowFunction(code) && isElement(code.body as ts.Expression);
  }
  return node.kind === ts.SyntaxKind.NullKeyword || ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node);
}

const COMPARES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** A boolean, seen without its type. Anything else before `&&` may be shown itself: a 0 or an empty text. */
const isCondition = (node: ts.Expression): boolean =>
  (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) ||
  (ts.isBinaryExpression(node) && COMPARES.has(node.operatorToken.kind));

/** A literal, or made of the constants of a module alone. */
function isConstant(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return /^[A-Z][A-Z_]*$/.test(node.text);
  if (ts.isStringLiteralLike(node)) return true;
  return ts.isBinaryExpression(node) && isConstant(node.left) && isConstant(node.right);
}

function returnsOf(block: ts.Block): ts.Node[] {
  const found: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node)) found.push(node.expression ?? node);
    else ts.forEachChild(node, walk);
  };
  ts.forEachChild(block, walk);
  return found;
}
