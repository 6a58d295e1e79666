import type { Fragment } from './fragment.ts'
import { variableOf } from './match.ts'
import type { Place } from './places.ts'
import { type SyntaxNode, unwrap, visit } from './syntax-node.ts'

export type Splice = { start: number; end: number; text: string }

/** @returns text and position, so that the replacement is not bound by operators around it */
export function spliceOf(source: string, place: Place, replacement: Fragment): Splice {
  const [first, last] = [place.nodes[0]!, place.nodes.at(-1)!]
  const range = { start: first.start, end: last.end }
  const text = fillIn(source, place, replacement)
  if (replacement.kind === 'expression') return { ...range, text: asExpression(text, place, replacement) }
  if (replacement.kind === 'statements') return { ...range, text: asStatements(text, place, replacement) }
  const end = text === '' ? afterComma(source, last.end) : last.end
  return { ...range, end, text }
}

/** The replacement's text with the source of its variables. */
function fillIn(source: string, { bindings }: Place, { nodes, text }: Fragment): string {
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (!first || !last) return ''
  const gaps: Splice[] = []
  for (const node of nodes) {
    visit(node, (below) => {
      const bound = bindings.get(variableOf(below) ?? '')
      if (!bound || gaps.some(({ start }) => start === below.start)) return
      const filling = textOf(source, bound)
      gaps.push({ ...below, end: filling === '' ? afterComma(text, below.end) : below.end, text: filling })
    })
  }
  const inner = gaps.map((gap) => ({ ...gap, start: gap.start - first.start, end: gap.end - first.start }))
  return splice(text.slice(first.start, last.end), inner)
}

function textOf(source: string, bound: readonly SyntaxNode[]): string {
  const [first, last] = [bound[0], bound.at(-1)]
  if (!first || !last) return ''
  const text = source.slice(first.start, last.end)
  return bound.length === 1 && /Expression$/.test(first.type) && !isTight(first) ? `(${text})` : text
}

/** The text after all replacements, which do not overlap. */
export function splice(source: string, splices: readonly Splice[]): string {
  const fromTheEnd = [...splices].sort((a, b) => b.start - a.start)
  return fromTheEnd.reduce(
    (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
    source,
  )
}

const tight = new Set(['Identifier', 'Literal', 'TemplateLiteral', 'CallExpression', 'MemberExpression'])

function isTight(node: SyntaxNode): boolean {
  return ['ParenthesizedExpression', 'ArrayExpression'].includes(node.type) || tight.has(unwrap(node).type)
}

function asExpression(text: string, { nodes: [target], parent, part }: Place, { nodes }: Fragment): string {
  const isPattern = /Pattern$/.test(target?.type ?? '') || part === 'params'
  const isBare = isPattern || isTight(nodes[0]!)
  const expression = isBare ? text : `(${text})`
  if (parent.type === 'Property' && parent.shorthand) {
    return `${String((parent.key as SyntaxNode).name)}: ${expression}`
  }
  if (parent.type !== 'ExpressionStatement') return expression
  // A line that begins with a bracket would continue the previous line.
  return /^(?:[[(`{]|function|class)/.test(text) ? `void 0, ${expression}` : text
}

function asStatements(text: string, { nodes, parent, part }: Place, replacement: Fragment): string {
  const isListed = Array.isArray(parent[part])
  const isOne = replacement.nodes.length === 1 && replacement.nodes[0]?.type !== 'VariableDeclaration'
  if ((isListed && text === '') || part === 'declaration') return text
  if (isListed) return text.endsWith('}') ? text : `${text};`
  return isOne && !isElse(parent, nodes) ? text : `{ ${text} }`
}

function isElse(parent: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  return parent.type === 'IfStatement' && parent.consequent === nodes[0] && parent.alternate !== null
}

/** The end of what is removed with an item: the comma that follows it. */
function afterComma(text: string, end: number): number {
  const comma = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*,/.exec(text.slice(end))
  return end + (comma?.[0].length ?? 0)
}
