import type { Fragment } from './fragment.ts'
import { type Bindings, match, matchList } from './match.ts'
import { operandsOf } from './shape.ts'
import { childNodes, isNode, isWrapper, type SyntaxNode, visit } from './syntax-node.ts'

/** Where a fragment occurs: neighbouring nodes, and the node and the part of it that they belong to. */
export type Place = { nodes: SyntaxNode[]; bindings: Bindings; parent: SyntaxNode; part: string }

const listParts: Record<Exclude<Fragment['kind'], 'expression'>, string[]> = {
  properties: ['properties'],
  statements: ['body', 'consequent', 'alternate', 'declaration'],
  items: ['elements', 'arguments', 'params'],
}
const none: Bindings = new Map()

export function findPlaces(scopes: readonly SyntaxNode[], fragment: Fragment): Place[] {
  const places: Place[] = []
  for (const scope of scopes) {
    visit(scope, (node) => {
      places.push(...(fragment.kind === 'expression' ? expressions(node, fragment) : runs(node, fragment)))
    })
  }
  const byRange = new Map(places.map((place) => [rangeOf(place), place]))
  return [...byRange.values()]
}

function rangeOf({ nodes }: Place): string {
  return `${nodes[0]?.start} ${nodes.at(-1)?.end}`
}

function expressions(parent: SyntaxNode, { nodes: [pattern] }: Fragment): Place[] {
  if (!pattern) return []
  const isChain = pattern.type === 'LogicalExpression'
  return childNodes(parent).flatMap(({ child, part }) => {
    if (isWrapper(child) || isOnlyName(parent, part)) return []
    if (isChain) return partsOfChain(pattern, child).map((place) => ({ ...place, parent, part }))
    const bindings = match(pattern, child, none)
    return bindings ? [{ nodes: [child], bindings, parent, part }] : []
  })
}

/** A part of a chain counts as well: `b && c` occurs in `a && b && c`. */
function partsOfChain(pattern: SyntaxNode, node: SyntaxNode): Pick<Place, 'nodes' | 'bindings'>[] {
  if (node.type !== 'LogicalExpression' || node.operator !== pattern.operator) return []
  return runsIn(operandsOf(pattern), operandsOf(node))
}

/** A key, a property's name and the name of a declaration are no expressions. */
function isOnlyName(parent: SyntaxNode, part: string): boolean {
  if (['key', 'property'].includes(part)) return !parent.computed
  return ['id', 'label', 'local', 'imported', 'exported', 'typeAnnotation', 'returnType'].includes(part)
}

function runs(parent: SyntaxNode, { kind, nodes }: Fragment): Place[] {
  if (kind === 'expression') return []
  return listParts[kind].flatMap((part) => {
    const list = Array.isArray(parent[part]) ? (parent[part] as unknown[]) : [parent[part]]
    return runsIn(nodes, list).map((place) => ({ ...place, parent, part }))
  })
}

function runsIn(pattern: SyntaxNode[], list: readonly unknown[]): Pick<Place, 'nodes' | 'bindings'>[] {
  if (pattern.length === 0) return []
  return list.flatMap((_, index) => {
    const nodes = list.slice(index, index + pattern.length)
    const bindings = nodes.every(isNode) ? matchList(pattern, nodes, none) : undefined
    return bindings ? [{ nodes: nodes.filter(isNode), bindings }] : []
  })
}
