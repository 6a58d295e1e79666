// cspell:ignore atch
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '../../contracts/errors.ts'
import { hindi } from './hindi/hindi.ts'
import { counted, setLanguage } from './translate.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = (...globs: string[]) =>
  globSync(globs, { cwd: root }).filter(
    (path) => !/\.test\.tsx?$|\/gallery\/|\/texts\/hindi\/|\/search-aliases\.ts$/.test(path),
  )

/** Home, product, sign-in, payment, the order's page, the account, and the frame around them. */
const buyingPath = [
  ...sources('storefront/src/features/{shell,home,product,payment,order-status,wallet,topup}/**/*.{ts,tsx}'),
  ...sources('storefront/src/features/{otp,register,password,verification}/**/*.{ts,tsx}'),
  ...sources('storefront/src/features/{account,orders,receipt,redeem}/**/*.{ts,tsx}'),
  'storefront/src/features/login/login-form.tsx',
  'storefront/src/features/login/link-by-mail.tsx',
  ...'install/install-how.tsx install/install-steps.tsx unconfirmed-payment-text.ts plain-message.ts intent-status.tsx filtered-list.tsx day-range.tsx hosted/hosted-button.tsx sign-in/code-form.tsx sign-in/form-message.tsx sign-in/mobile-field.tsx sign-in/otp-tries.ts sign-in/refusal.ts sign-in/sign-in-page.tsx'
    .split(' ')
    .map((file) => `storefront/src/lib/${file}`),
  ...'carousel copy-button dialog item-grid load-state offline-banner password-input product-card proof-dialog countdown-ring status-pill timeline toast'
    .split(' ')
    .map((part) => `shared/ui/${part}.tsx`),
]
const keys = Object.keys(hindi)

describe('the buying path', () => {
  it.each(buyingPath)('%s shows only texts of the table', (path) => {
    expect(untranslatedTexts(path, read(path))).toEqual([])
  })

  it('would be caught with an untranslated word in its markup, an attribute, a sentence, or a composed text', () => {
    const planted =
      'const a = <p title="Look here" lang="en">Buy it{`No $' + '{x} came yet`}{t("Pay me. Now")}</p>'
    expect(untranslatedTexts('planted.tsx', planted)).toEqual([
      'Look here',
      'Buy it',
      'No … came yet',
      'Pay me. Now',
    ])
  })
})

describe('the table', () => {
  it.each(Object.entries(hindi))('translates "%s" with the same places to fill', (text, said) => {
    expect(places(said)).toEqual(places(text))
  })

  it('is Hindi, except for words that are written alike', () => {
    const alike = Object.entries(hindi).filter(([, said]) => !/[\u0900-\u097f]/.test(said))
    expect(alike.map(([text]) => text)).toEqual([
      'OTTs',
      'the {label}',
      '{what} at {time}',
      '{label} {n} of {total}',
    ])
  })

  it.each(['en', 'hi'] as const)('counts in %s by the rules of the language', (language) => {
    const rules = new Intl.PluralRules(language)
    const numbers = Array.from({ length: 121 }, (_, n) => n)
    setLanguage(language)
    const said = numbers.map((n) => counted(n, '{n} minute', '{n} minutes'))
    setLanguage('en')
    expect(said).toEqual(numbers.map((n) => `${n} minute${rules.select(n) === 'one' ? '' : 's'}`))
  })

  it('has no unused text', () => {
    const said = sources(
      '{storefront/src,shared/ui,shared/browser,shared/contracts,shared/domain,shared/providers,api/src/accounts}/**/*.{ts,tsx}',
    )
      .map(read)
      .join('\n')
    const listed = new Set<string>(Object.values(errorCatalogue).map(({ message }) => message))
    const unsaid = keys.filter((text) => !listed.has(text) && !said.includes(text) && text !== delivery)
    expect(unsaid).toEqual([])
  })

  it('gives no text two meanings', () => {
    const tables = sources('shared/ui/texts/*').length
    expect(tables).toBeGreaterThan(0)
    const all = globSync('shared/ui/texts/hindi/*.ts', { cwd: root }).flatMap((path) =>
      keysIn(path, read(path)),
    )
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
  })
})

/** Built from the promised minutes. */
const delivery = 'Delivery within 30 mins'

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

type Node = { type: string; [key: string]: unknown }

/** Texts in a file that would be shown in English in any language. */
function untranslatedTexts(path: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (isNoText(node)) return
    const words = textsOf(node)
    if (words !== undefined && !keys.includes(words)) found.push(words)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(path, code).program as unknown as Node)
  return found
}

function textsOf(node: Node): string | undefined {
  if (node.type === 'JSXText') {
    const text = String(node.value).replace(/\s+/g, ' ').trim()
    return /\p{L}/u.test(text) && !isName(text) ? text : undefined
  }
  if (node.type === 'Literal' && typeof node.value === 'string')
    return isSentence(node.value) ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return isSentence(text) && /\p{L}{2,} \p{L}{2,}|\. \p{L}/u.test(text) ? text : undefined
}

/** Names for machines start without a capital, and have no full stop or blank after a word. */
const isSentence = (text: string) =>
  (/^\P{L}*\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2,}[.,:;?!…’] |\p{L}{2,}[.…]$/u.test(text)) && !isName(text)

/** Names that are the same in every language, and words that are compared and not shown. */
const isName = (text: string) =>
  /^(UPI|Google Pay|PhonePe|Paytm|Jhatpat|Pe|Pt|English|Instagram|YouTube|Telegram|User ID|Server)$/.test(
    text,
  ) ||
  /^(America|Asia|Europe|Mobile|Android|Kolkata|ArrowDown|Processing|Created|POP)$/.test(text) ||
  /^View in $|^Couldn’t switch to Hindi|^The request body$/.test(text)

/** Strings that are never shown: addresses, classes, types, console output, and proper names. */
function isNoText(node: Node): boolean {
  if (/^(Import|TS)/.test(node.type)) return !/^TS(As|Satisfies|NonNull)/.test(node.type)
  if (node.type === 'JSXAttribute')
    return /^(className|href|src|d|lang|id|role|style|media)$/.test(nameOf(node))
  if (node.type === 'CallExpression')
    return /^console\b|Listener$|useLogged|[mM]atch|startsWith|querySelector/.test(calleeOf(node))
  return node.type === 'NewExpression' && /Error|DateTimeFormat/.test(calleeOf(node))
}

const nameOf = (node: Node) => String((node.name as Node).name)

function calleeOf(node: Node): string {
  const callee = node.callee as Node & { object?: Node; property?: Node }
  const parts = callee.type === 'MemberExpression' ? [callee.object, callee.property] : [callee]
  return parts.map((part) => String(part?.name ?? '')).join('.')
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one)
}

/** The keys of the objects in a file of the table, with repetitions. */
function keysIn(path: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'Property') {
      const key = node.key as Node
      found.push(String(key.value ?? key.name))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(path, code).program as unknown as Node)
  return found
}
