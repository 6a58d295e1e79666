import { childNodes, isNode, type SyntaxNode } from './syntax-node.ts'

/** @returns the declarations that a dotted name means; of several depths, the outermost that has any */
export function findScopes(root: SyntaxNode, inside: string): SyntaxNode[] {
  if (inside === '') return [root]
  let scopes = [root]
  for (const name of inside.split('.')) scopes = scopes.flatMap((scope) => outermost(scope, name))
  return scopes
}

type Named = { node: SyntaxNode; name: string; depth: number }

function outermost(scope: SyntaxNode, name: string): SyntaxNode[] {
  const found = declarationsBelow(scope, 0).filter((declared) => declared.name === name)
  const depth = Math.min(...found.map((declared) => declared.depth))
  return found.filter((declared) => declared.depth === depth).map(({ node }) => node)
}

function declarationsBelow(node: SyntaxNode, depth: number): Named[] {
  return childNodes(node).flatMap(({ child }) => {
    const name = declaredName(child)
    if (name === undefined) return declarationsBelow(child, depth)
    return [{ node: child, name, depth }, ...declarationsBelow(child, depth + 1)]
  })
}

const declarations: Record<string, 'id' | 'key'> = {
  FunctionDeclaration: 'id',
  FunctionExpression: 'id',
  VariableDeclarator: 'id',
  ClassDeclaration: 'id',
  ClassExpression: 'id',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  Property: 'key',
}

export function declaredName(node: SyntaxNode): string | undefined {
  const part = declarations[node.type]
  const name = part && node[part]
  if (!isNode(name) || node.computed) return undefined
  if (name.type === 'Identifier' || name.type === 'PrivateIdentifier') return String(name.name)
  return name.type === 'Literal' ? String(name.value) : undefined
}
