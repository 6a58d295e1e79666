import { describe, expect, it } from 'vitest'
import { testTitles } from './test-titles.ts'

const titles = (source: string, path = 'a.test.ts') => testTitles(source, path)

describe('testTitles', () => {
  it('reads titles in every notation', () => {
    expect(
      titles(`
        it('A-01 single', () => {})
        test("A-02 it’s \\u0041", async () => {})
        it(\`A-03 \${name} template\`, run)
        it('A-04 ' + 'joined', () => {})
        it.each([[1], [2]])('A-05 each %s', () => {})
        it.each\`a\${1}\`('A-06 table', () => {})
        it.concurrent.only('A-07 chained', { timeout: 5 }, () => {})
      `),
    ).toEqual([
      'A-01 single',
      'A-02 it’s A',
      'A-03 … template',
      'A-04 joined',
      'A-05 each %s',
      'A-06 table',
      'A-07 chained',
    ])
  })

  it('reads tests inside groups, loops and functions, and screens with markup', () => {
    const source = `
      describe('A-01 group', () => {
        for (const width of [360, 1440]) test.describe.parallel('x', () => { test('A-02 in', async ({ page }) => <p>it('A-03', f)</p>) })
      })
    `
    expect(titles(source, 'a.test.tsx')).toEqual(['A-02 in'])
  })

  it('ignores comments, strings and calls that are no tests', () => {
    expect(
      titles(`
        // it('A-01 comment', () => {})
        /* test('A-02 comment', () => {}) */
        const text = "it('A-03 text', () => {})"
        test.step('A-04 step', async () => {})
        emit('A-05 call', () => {})
        submit.it('A-06 method', () => {})
        expect(it).toBe('A-07')
      `),
    ).toEqual([])
  })

  it.each([
    `it.skip('A-01', () => {})`,
    `xit('A-01', () => {})`,
    `it.todo('A-01')`,
    `it('A-01')`,
    `it('A-01', { skip: true }, () => {})`,
    `it.skipIf(process.env.CI)('A-01', () => {})`,
    `it.fails('A-01', () => {})`,
    `test.fixme('A-01', async () => {})`,
    `it.skip.each([1])('A-01', () => {})`,
    `describe.skip('group', () => { it('A-01', () => {}) })`,
    `describe('group', { skip: true }, () => { it('A-01', () => {}) })`,
    `test.describe.fixme('group', () => { test('A-01', () => {}) })`,
  ])('does not count what does not run: %s', (source) => {
    expect(titles(source)).toEqual([])
  })

  it('counts a test whose skip option is off', () => {
    expect(titles(`it('A-01', { skip: false }, () => {})`)).toEqual(['A-01'])
  })

  it('throws on a file that is not TypeScript', () => {
    expect(() => titles('it(')).toThrow()
  })
})
