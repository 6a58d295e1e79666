import { parseSync } from '@swc/core'

/**
 * The titles of a test file's tests that run: without those that are skipped, todo or expected to fail, by
 * themselves or with a group around them. Of a template only the fixed text is known.
 * @throws the parser's error for a file that is not TypeScript
 */
export function testTitles(source: string, path: string): string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' })
  const titles: string[] = []
  visit(tree, titles)
  return titles
}

type Node = { type: string } & Record<string, unknown>

const idle = new Set(['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail'])
const running = new Set(['only', 'each', 'for', 'concurrent', 'sequential', 'parallel', 'serial', 'shuffle'])

function visit(node: unknown, titles: string[]): void {
  if (Array.isArray(node)) for (const child of node) visit(child, titles)
  if (!isNode(node)) return
  const call = node.type === 'CallExpression' ? readCall(node) : undefined
  if (call?.isIdle) return
  if (call?.title !== undefined) titles.push(call.title)
  for (const child of Object.values(node)) visit(child, titles)
}

/** Swc wraps some nodes, such as arguments and properties, in objects without a type. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The meaning of a call for a test runner: none; something that does not run; a test with its title, or a
 * group.
 */
function readCall(node: Node): { isIdle: boolean; title?: string } | undefined {
  const names = calleeNames(node.callee)
  const [base, ...modifiers] = names ?? []
  if (base !== 'test' && base !== 'describe') return undefined
  const isGroup = base === 'describe' || modifiers.includes('describe')
  const known = modifiers.filter((name) => name !== 'describe')
  if (known.some((name) => idle.has(name))) return { isIdle: true }
  if (!known.every((name) => running.has(name))) return undefined
  const [first, ...rest] = (node.arguments as { expression: Node }[]).map(({ expression }) => expression)
  const title = first && textOf(first)
  if (title === undefined) return undefined
  if (rest.some(hasIdleOption)) return { isIdle: true }
  if (isGroup) return { isIdle: false }
  const hasBody = rest.some(({ type }) => type !== 'ObjectExpression')
  return hasBody ? { isIdle: false, title } : { isIdle: true }
}

/** `it.each(rows)` → test, each; `test.describe.skip` → test, describe, skip */
function calleeNames(callee: unknown): string[] | undefined {
  if (!isNode(callee)) return undefined
  switch (callee.type) {
    case 'Identifier':
      return baseNames[String(callee.value)]
    case 'MemberExpression': {
      const names = calleeNames(callee.object)
      return names && [...names, String((callee.property as Node).value)]
    }
    case 'CallExpression':
      return calleeNames(callee.callee)
    case 'TaggedTemplateExpression':
      return calleeNames(callee.tag)
    default:
      return undefined
  }
}

const baseNames: Readonly<Record<string, string[]>> = {
  it: ['test'],
  test: ['test'],
  describe: ['describe'],
  suite: ['describe'],
  xit: ['test', 'skip'],
  xtest: ['test', 'skip'],
  xdescribe: ['describe', 'skip'],
}

function textOf(node: Node): string | undefined {
  switch (node.type) {
    case 'StringLiteral':
      return String(node.value)
    case 'TemplateLiteral':
      return (node.quasis as { cooked?: string }[]).map(({ cooked }) => cooked ?? '').join('…')
    case 'ParenthesisExpression':
      return textOf(node.expression as Node)
    case 'BinaryExpression': {
      const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)]
      return node.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined
    }
    default:
      return undefined
  }
}

/** `{ skip: true }` as a test's options */
function hasIdleOption(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false
  return (node.properties as Node[]).some((property) => {
    const { key, value } = property as { key?: Node; value?: Node }
    const isOff = value?.type === 'BooleanLiteral' && value.value === false
    return key !== undefined && idle.has(String(key.value)) && !isOff
  })
}
