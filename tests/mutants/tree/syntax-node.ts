import { parseSync } from 'vite'

/** A node of the ESTree that the parser returns, read generically. */
export type SyntaxNode = { type: string; start: number; end: number; [part: string]: unknown }

export type Parsed = { root: SyntaxNode; text: string; file: string }

/** @returns undefined if the text is not a program */
export function parseSource(file: string, text: string): Parsed | undefined {
  const { program, errors } = parseSync(file, text)
  return errors.length > 0 ? undefined : { root: program as unknown as SyntaxNode, text, file }
}

/** @returns why the text would not load as a program, such as a name that is declared twice; empty if it would */
export function findProgramErrors(file: string, text: string): string[] {
  return parseSync(file, text, { showSemanticErrors: true }).errors.map(({ message }) => message)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function childNodes(node: SyntaxNode): { child: SyntaxNode; part: string }[] {
  return Object.entries(node).flatMap(([part, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.filter(isNode).map((child) => ({ child, part }))
  })
}

/** Visits a node and all nodes below it, parents first. */
export function visit(node: SyntaxNode, see: (node: SyntaxNode, parent?: SyntaxNode) => void): void {
  const visitBelow = (below: SyntaxNode, parent?: SyntaxNode) => {
    see(below, parent)
    for (const { child } of childNodes(below)) visitBelow(child, below)
  }
  visitBelow(node)
}

const wrappers = new Set([
  'ParenthesizedExpression',
  'ChainExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
])

export function isWrapper(node: SyntaxNode): boolean {
  return wrappers.has(node.type)
}

/** The expression without parentheses and type assertions. */
export function unwrap(node: SyntaxNode): SyntaxNode {
  return isWrapper(node) && isNode(node.expression) ? unwrap(node.expression) : node
}
