import { isNode, parseSource, type SyntaxNode, unwrap } from './syntax-node.ts'

export type FragmentKind = 'expression' | 'properties' | 'statements' | 'items'

/** A piece of source that is complete in itself, with the positions of its nodes in the text. */
export type Fragment = { kind: FragmentKind; nodes: SyntaxNode[]; text: string }

const frames: Record<FragmentKind, { before: string; after: string }> = {
  expression: { before: 'async () => (', after: '\n)' },
  properties: { before: 'async () => ({', after: '\n})' },
  statements: { before: 'async () => {', after: '\n}' },
  items: { before: 'async () => [', after: '\n]' },
}

/** All readings of a text: `a` is an expression, a property, a statement and an argument. */
export function readFragments(file: string, text: string): Fragment[] {
  const kinds = Object.keys(frames) as FragmentKind[]
  return kinds.flatMap((kind) => {
    const fragment = readFragment(file, text, kind)
    return fragment ? [fragment] : []
  })
}

export function readFragment(file: string, text: string, kind: FragmentKind): Fragment | undefined {
  const { before, after } = frames[kind]
  const framed = `${before}${text}${after}`
  const parsed = parseSource(file.endsWith('x') ? 'fragment.tsx' : 'fragment.ts', framed)
  const body = parsed?.root.body as SyntaxNode[] | undefined
  const [statement, further] = body ?? []
  if (!statement || further || statement.type !== 'ExpressionStatement') return undefined
  const arrow = statement.expression as SyntaxNode
  // A text such as `1), (2` closes the frame: the arrow function then ends before the text does.
  if (arrow.type !== 'ArrowFunctionExpression' || arrow.end !== framed.length) return undefined
  const nodes = nodesOf(kind, arrow.body as SyntaxNode)
  return nodes && { kind, nodes, text: framed }
}

function nodesOf(kind: FragmentKind, body: SyntaxNode): SyntaxNode[] | undefined {
  const inner = unwrap(body)
  if (kind === 'expression') return inner.type === 'SequenceExpression' ? undefined : [inner]
  const list = { properties: inner.properties, statements: inner.body, items: inner.elements }[kind]
  const nodes = Array.isArray(list) ? list.filter(isNode) : undefined
  return nodes?.some(({ type }) => type === 'LabeledStatement') ? undefined : nodes
}
