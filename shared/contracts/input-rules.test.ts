import { describe, expect, it } from 'vitest'
import { ProductBody } from './admin-products.ts'
import { type InputRule, inputFault, inputFaultText } from './input-fault.ts'
import { InputRuleBody, isSafePattern } from './input-rules.ts'

const faultOf = (value: string, rule?: InputRule, label = 'User ID') => {
  const fault = inputFault({ label, rule }, value)
  return fault && inputFaultText(fault)
}

describe('inputFault', () => {
  it('takes any text without a rule, except one of nothing but emoji and blanks', () => {
    for (const text of ['123', 'Ravi OP', 'राम', 'لاعب', '#2PP', '🙂7', '---', 'Ж']) {
      expect(faultOf(text), text).toBeUndefined()
    }
    for (const text of ['🙂', '👨‍👩‍👧', '🇮🇳', '1️⃣', '👍🏽', '\u200b', '\u3164', '\u2800', '\ufe0f ', '❤️']) {
      expect(faultOf(text), JSON.stringify(text)).toBe('Enter letters or digits as User ID.')
    }
  })

  it.each<[Partial<InputRule>, string, string, string]>([
    [{ kind: 'digits' }, '12', '12a', 'Enter only digits as User ID.'],
    [{ kind: 'digits', min: 6, max: 12 }, '123456', '12345', 'Enter 6 to 12 digits as User ID.'],
    [{ kind: 'digits', min: 9, max: 9 }, '123456789', '12345678', 'Enter 9 digits as User ID.'],
    [{ kind: 'digits', min: 6 }, '1234567', '12', 'Enter at least 6 digits as User ID.'],
    [{ kind: 'digits', max: 6 }, '1', '1234567', 'Enter up to 6 digits as User ID.'],
    [{ kind: 'text', min: 3, max: 5 }, 'राम', 'ab', 'Enter 3 to 5 characters as User ID.'],
    [{ kind: 'text', min: 3 }, 'abc', 'ab', 'Enter 3 to 100 characters as User ID.'],
    [{ kind: 'text', max: 3 }, 'abc', 'abcd', 'Enter up to 3 characters as User ID.'],
    [{ kind: 'text', min: 3, max: 3 }, 'abc', 'ab', 'Enter 3 characters as User ID.'],
    [{ kind: 'email' }, 'a@b.in', 'a@b', 'Enter an email as User ID.'],
    [
      { kind: 'pattern', pattern: '#[0-9A-Z]{3,9}', example: '#2PP0LRJ' },
      '#2PP',
      '2PP',
      'Enter User ID like this: #2PP0LRJ',
    ],
  ])('holds %o', (rule, ...[right, faulty, sentence]) => {
    expect(faultOf(right, { kind: 'text', ...rule })).toBeUndefined()
    expect(faultOf(faulty, { kind: 'text', ...rule })).toBe(sentence)
  })
})

describe('the rule that an editor enters', () => {
  const faultsOf = (rule: unknown) =>
    InputRuleBody.safeParse(rule).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  it('has lengths from 2 to 100, the shortest first', () => {
    expect(faultsOf({ kind: 'digits', min: 6, max: 12 })).toEqual([])
    expect(faultsOf({ kind: 'digits', min: 12, max: 6 })).toEqual([
      ['max', 'The longest length is below the shortest.'],
    ])
    expect(faultsOf({ kind: 'digits', max: 101 })).toEqual([
      ['max', 'A length is a whole number from 2 to 100.'],
    ])
  })

  it('needs an example that matches its pattern', () => {
    const pattern = '[A-Z]{2}\\d+'
    expect(faultsOf({ kind: 'pattern', pattern, example: 'AB12' })).toEqual([])
    expect(faultsOf({ kind: 'pattern', pattern, example: 'ab12' })).toEqual([
      ['example', 'The example must match the pattern.'],
    ])
    expect(faultsOf({ kind: 'pattern', pattern })).toHaveLength(1)
    expect(faultsOf({ kind: 'pattern' })).toMatchObject([['pattern', expect.stringMatching(/^A pattern is/)]])
  })

  it.each([
    '(a+)+',
    '(a|a)*',
    'a|b',
    '(?=a)a',
    'a*a*a*a*',
    '\\d+\\d+\\d+\\d+',
    '(\\d)\\1',
    '.*',
    'a++',
    'a{1,2}{3}',
    '[z-a]',
    '[a',
    'a{2',
    '\\b',
    '\\\\+',
    '',
  ])('refuses the pattern %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false)
  })

  it.each([
    '\\d{6,12}',
    '#[0-9A-Z]{3,9}',
    '[A-Za-z0-9_.-]+#[A-Z0-9]{3,5}',
    'UID \\d+',
    '\\+91\\d{10}',
    'AS|'.slice(0, 2),
  ])('takes the pattern %s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true)
  })

  it('is matched within milliseconds at the slowest pattern that is taken', () => {
    const pattern = '[a-z]+[a-z]+[a-z]+#'
    expect(isSafePattern(pattern)).toBe(true)
    const start = performance.now()
    expect(faultOf('a'.repeat(100), { kind: 'pattern', pattern, example: 'abc#' })).toBeDefined()
    expect(performance.now() - start).toBeLessThan(200)
  })
})

describe('a product with rules', () => {
  const product = {
    name: 'Free Fire',
    type: 'OTHER',
    category: 'games',
    imgpath: '/a.svg',
    inputs: [{ label: 'Player ID', rule: { kind: 'digits' } }, { label: 'Server' }],
    items: [],
  }

  it('keeps its rules, or none', () => {
    expect(ProductBody.parse(product).inputs).toEqual(product.inputs)
  })

  it('has none for the server of a GENSHIN product', () => {
    const inputs = [{ label: 'UID' }, { label: 'Server', rule: { kind: 'digits' } }]
    const faults = ProductBody.safeParse({ ...product, type: 'GENSHIN', inputs }).error?.issues
    expect(faults?.map(({ path }) => path)).toEqual([['inputs', 1, 'rule']])
  })
})
