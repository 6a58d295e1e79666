import { isNode, type SyntaxNode, unwrap } from './syntax-node.ts'

/** What counts when two pieces of source are compared: neither layout, quotes and parentheses nor types. */
export type Shape = { type: string; parts: Record<string, unknown> }

const ignored = new Set([
  'type',
  'start',
  'end',
  'range',
  'parent',
  'raw',
  'directive',
  'shorthand',
  'decorators',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
  'accessibility',
  'declare',
  'definite',
  'override',
  'readonly',
  'abstract',
  'importKind',
  'exportKind',
])
const patterns: Record<string, string> = {
  ObjectPattern: 'ObjectExpression',
  ArrayPattern: 'ArrayExpression',
  RestElement: 'SpreadElement',
}
const bodies = ['consequent', 'alternate', 'body']
const known = new WeakMap<SyntaxNode, Shape>()

export function shapeOf(node: SyntaxNode): Shape {
  const earlier = known.get(node)
  if (earlier) return earlier
  const shape = readShape(unwrap(node))
  known.set(node, shape)
  return shape
}

function readShape(node: SyntaxNode): Shape {
  const literal = literalText(node)
  if (literal !== undefined) return { type: 'Literal', parts: { literal } }
  if (node.type === 'Identifier') return { type: 'Identifier', parts: { name: node.name } }
  if (node.type === 'TemplateElement') return { type: 'TemplateElement', parts: { text: cooked(node) } }
  if (node.type === 'LogicalExpression') {
    const { operator } = node
    return { type: 'LogicalExpression', parts: { operator, operands: operandsOf(node) } }
  }
  const parts = Object.fromEntries(Object.entries(node).filter(([part]) => !ignored.has(part)))
  if (isKeyed(node)) parts.key = plainKey(node)
  if (/^(If|For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type)) unifyBodies(parts)
  return { type: patterns[node.type] ?? node.type, parts }
}

/** The operands of a whole chain of the same operator: `a && (b && c)` has three. */
export function operandsOf(chain: SyntaxNode): SyntaxNode[] {
  return [chain.left, chain.right].filter(isNode).flatMap((side) => {
    const operand = unwrap(side)
    const continues = operand.type === 'LogicalExpression' && operand.operator === chain.operator
    return continues ? operandsOf(operand) : [side]
  })
}

function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') {
    const { value, regex, bigint } = node
    return regex || bigint ? JSON.stringify([regex, bigint]) : `${typeof value} ${String(value)}`
  }
  const quasis = node.type === 'TemplateLiteral' ? (node.quasis as SyntaxNode[]) : []
  return quasis.length === 1 ? `string ${cooked(quasis[0]!)}` : undefined
}

function cooked(element: SyntaxNode): unknown {
  return (element.value as { cooked: unknown }).cooked
}

function isKeyed(node: SyntaxNode): boolean {
  return ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type) && !node.computed
}

/** `'a'` and `a` are the same key. */
function plainKey({ key }: SyntaxNode): unknown {
  if (!isNode(key) || key.type !== 'Literal') return key
  return { ...key, type: 'Identifier', name: String(key.value) }
}

/** A single statement and a block that holds only this statement are the same. */
function unifyBodies(parts: Record<string, unknown>): void {
  for (const part of bodies) {
    const body = parts[part]
    if (isNode(body)) parts[part] = body.type === 'BlockStatement' ? body.body : [body]
  }
}
