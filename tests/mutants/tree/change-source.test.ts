import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeFile, changeSource } from './change-source.ts'
import type { Change } from './mutant.ts'

const root = resolve(import.meta.dirname, '../../..')
const names = { name: 'the guard is missing', file: 'shared/pay.ts', tests: [] }

function changed(source: string, change: Partial<Change>): string {
  const mutant = {
    ...names,
    inside: 'pay',
    find: 'isPaid(order) && isOpen(order)',
    replace: 'isPaid(order)',
    ...change,
  }
  return changeSource(root, mutant, source)
}

const written = `export function pay(order) {
  if (isPaid(order) && isOpen(order)) return 'paid'
  return 'due'
}
`

describe('finds its place', () => {
  it('in the function that it names', () => {
    expect(changed(written, {})).toBe(written.replace(' && isOpen(order)', ''))
  })

  it('after the function was moved within its file', () => {
    const moved = `const first = 1\n/** A comment. */\nfunction other(order) { return isPaid(order) && isOpen(order) }\n\n${written}`
    expect(changed(moved, {})).toContain("if (isPaid(order)) return 'paid'")
    expect(changed(moved, {})).toContain('return isPaid(order) && isOpen(order)')
  })

  it('after the file was formatted in another way', () => {
    const source = `export function pay(order) {
      if ((isPaid( order )
        // a comment
        && isOpen(order as Order,))) { return "paid"; }
      return "due";
    }`
    expect(changed(source, {})).toMatch(/if \(\(isPaid\(order\)\)\) \{ return "paid"; \}/)
  })

  it('after names around it were changed', () => {
    const find = "if ($PAID && isOpen($ORDER)) return 'paid'"
    const replace = "if (isOpen($ORDER)) return 'paid'"
    const source = written.replaceAll('order', 'basket').replace('isPaid', 'hasMoney')
    expect(changed(source, { find, replace })).toContain("if (isOpen(basket)) return 'paid'")
  })

  it('after a condition was added before and behind it', () => {
    const source = written
      .replace('isPaid', 'isOurs(order) && isPaid')
      .replace('isOpen(order)', 'isOpen(order) && isSold()')
    expect(changed(source, {})).toContain('if (isOurs(order) && isPaid(order) && isSold())')
  })

  it('in a method, a constant and a function inside another one', () => {
    const source = `const book = { write(a) { return save(a) }, read(a) { return save(a) } }
class Desk { #lock = () => save(1); open() { return save(2) } }
function create() { const write = (a) => save(a); function read(a) { return save(a) } }`
    const to = (inside: string, find: string) => changed(source, { inside, find, replace: 'lose()' })
    expect(to('book.read', 'save(a)')).toContain('read(a) { return lose() } }\nclass')
    expect(to('Desk.open', 'save($X)')).toContain('open() { return lose() }')
    expect(to('create.write', 'save(a)')).toContain('const write = (a) => lose();')
    expect(to('', 'save(1)')).toContain('#lock = () => lose();')
  })

  it('whatever the quotes, the types and the braces are', () => {
    const source = `function pay(order: Order): string { for (const a of order.lines as Line[]) { add<Line>(a!, \`x\`) } }`
    const find = "for (const a of order.lines) add(a, 'x')"
    expect(changed(source, { find, replace: '' })).toBe('function pay(order: Order): string {  }')
  })
})

describe('replaces', () => {
  it('a property and takes its comma away with it', () => {
    const source = 'const pay = { a: 1, /* b */ b: { c }, ...d, }'
    const without = (find: string) => changed(source, { find, replace: '' })
    expect(without('a: 1')).toBe('const pay = {  /* b */ b: { c }, ...d, }')
    expect(without('...d')).toBe('const pay = { a: 1, /* b */ b: { c },  }')
    expect(changed(source, { find: 'c', replace: 'e + 1' })).toContain('b: { c: (e + 1) }')
  })

  it('neighbouring arguments, parameters and statements', () => {
    const source = 'function pay(order, { by }) { a(); b(order, by); c() }'
    expect(changed(source, { find: 'order, { by }', replace: 'order, { as }' })).toContain(
      'pay(order, { as })',
    )
    expect(changed(source, { find: 'a(); b($$ALL)', replace: 'b($$ALL)' })).toContain('{ b(order, by); c() }')
    expect(changed(source, { find: 'b($FIRST, $$REST)', replace: 'd($$REST, $FIRST)' })).toContain(
      'd(by, order)',
    )
  })

  it('an expression so that operators around it do not bind its parts', () => {
    const source = 'const pay = () => a && !b()'
    expect(changed(source, { find: 'b()', replace: 'c || d' })).toBe('const pay = () => a && !(c || d)')
    expect(changed(source, { find: 'a && $REST', replace: '{ c: $REST }' })).toBe(
      source.replace('a && !b()', '({ c: (!b()) })'),
    )
  })

  it('the only statement of a branch by several', () => {
    const source = 'function pay() { if (a) b(); else c() }'
    expect(changed(source, { find: 'b();', replace: 'if (d) e(); f()' })).toContain(
      'if (a) { if (d) e(); f() } else c()',
    )
    expect(changed(source, { find: 'if (a) b(); else c()', replace: 'return' })).toBe(
      'function pay() { return; }',
    )
  })

  it('several places of one file', () => {
    const changes = [
      { inside: 'pay', find: 'isPaid(order)', replace: 'true' },
      { inside: 'pay', find: "'due'", replace: 'undefined' },
    ]
    const text = changeSource(root, { ...names, changes }, written)
    expect(text).toBe(
      written.replace('isPaid(order)', '(true)').replace("'due'", 'undefined').replace('(true)', 'true'),
    )
  })
})

describe('refuses, and names the mutant,', () => {
  it('a place that occurs twice', () => {
    const twice = written.replace("return 'due'", 'return isPaid(order) && isOpen(order)')
    expect(() => changed(twice, {})).toThrow(
      /"the guard is missing" finds its place 2 times in "pay" of shared\/pay\.ts \(lines 2, 3\)/,
    )
  })

  it('a place that does not exist, and says where else in the file it does', () => {
    const elsewhere = written.replace('function pay', 'function settle').concat('function pay() {}')
    expect(() => changed(elsewhere, {})).toThrow(/"the guard is missing" does not find.*at line 2/)
    expect(() => changed('function pay() {}', {})).toThrow(
      /does not find its place in "pay"\. Change|of shared\/pay\.ts\. Change/,
    )
  })

  it('a function that is in another file, and says in which', () => {
    expect(() => changed('', { inside: 'changeSource' })).toThrow(
      'changes "changeSource", which is not in shared/pay.ts. No file',
    )
    const moved = { ...names, inside: 'createApp', find: 'a', replace: 'b' }
    expect(() => changeFile(root, moved)).toThrow(
      /"createApp", which is not in shared\/pay\.ts\. It is now in api\/src/,
    )
  })

  it('a result that declares a name twice', () => {
    const replace = "const order = 1; return 'due'"
    const declaredTwice = 'function pay() { const order = 2; return 0 }'
    expect(() => changed(declaredTwice, { find: 'return 0', replace })).toThrow(
      /"the guard is missing" shared\/pay\.ts is not a program any more: .*`order` has already been declared/,
    )
  })

  it('a fragment that is not complete syntax', () => {
    expect(() => changed(written, { find: 'if (isPaid(order)', replace: 'if (' })).toThrow(
      /"the guard is missing" has a "find"/,
    )
    expect(() => changed(written, { find: 'isPaid(order)', replace: '' })).toThrow(/does not find/)
  })
})
