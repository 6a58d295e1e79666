import { type Shape, shapeOf } from './shape.ts'
import { isNode, type SyntaxNode, unwrap } from './syntax-node.ts'

/** The values of a pattern's variables: one node, or the items of a list. */
export type Bindings = ReadonlyMap<string, SyntaxNode[]>

/** @returns the variables' values, or undefined if the source does not have the pattern's structure */
export function match(pattern: unknown, source: unknown, known: Bindings): Bindings | undefined {
  if (Array.isArray(pattern)) {
    return Array.isArray(source) ? matchList(pattern, source, known) : undefined
  }
  if (!isNode(pattern)) return isNode(source) || !isSame(pattern, source) ? undefined : known
  if (!isNode(source)) return undefined
  const variable = variableOf(pattern)
  if (variable) return bind(variable, [source], known)
  return matchShape(shapeOf(pattern), shapeOf(source), known)
}

export function matchList(
  pattern: readonly unknown[],
  source: readonly unknown[],
  known: Bindings,
): Bindings | undefined {
  const [first, ...rest] = pattern
  if (first === undefined) return source.length === 0 ? known : undefined
  const variable = isNode(first) ? variableOf(first) : undefined
  if (variable?.startsWith('$$')) return matchRest(variable, { rest, source, known })
  if (source.length === 0) return undefined
  const bindings = match(first, source[0], known)
  return bindings && matchList(rest, source.slice(1), bindings)
}

type Rest = { rest: readonly unknown[]; source: readonly unknown[]; known: Bindings }

function matchRest(variable: string, { rest, source, known }: Rest): Bindings | undefined {
  for (let taken = source.length; taken >= 0; taken -= 1) {
    const bindings = bind(variable, source.slice(0, taken).filter(isNode), known)
    const whole = bindings && matchList(rest, source.slice(taken), bindings)
    if (whole) return whole
  }
  return undefined
}

function matchShape(pattern: Shape, source: Shape, known: Bindings): Bindings | undefined {
  if (pattern.type !== source.type) return undefined
  const parts = new Set([...Object.keys(pattern.parts), ...Object.keys(source.parts)])
  let bindings: Bindings | undefined = known
  for (const part of parts) {
    bindings = bindings && match(pattern.parts[part], source.parts[part], bindings)
  }
  return bindings
}

/** Flags such as `optional` are false or absent, depending on the type of node. */
function isSame(pattern: unknown, source: unknown): boolean {
  return pattern === source || (!pattern && !source)
}

function bind(variable: string, nodes: SyntaxNode[], known: Bindings): Bindings | undefined {
  const earlier = known.get(variable)
  if (!earlier) return new Map([...known, [variable, nodes]])
  return matchList(earlier, nodes, known)
}

/** `$A` or `$$REST`, where it is the whole expression, statement or property. */
export function variableOf(node: SyntaxNode): string | undefined {
  const bare = unwrap(node)
  if (bare.type === 'ExpressionStatement' && isNode(bare.expression)) return variableOf(bare.expression)
  if (bare.type === 'Property' && bare.shorthand && isNode(bare.key)) {
    const variable = variableOf(bare.key)
    return variable?.startsWith('$$') ? variable : undefined
  }
  const name = bare.type === 'Identifier' ? String(bare.name) : ''
  return /^\$\$?[A-Z][A-Z0-9_]*$/.test(name) ? name : undefined
}
