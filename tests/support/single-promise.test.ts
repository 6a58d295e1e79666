import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { manualPromise, promiseMinutes, promiseMs } from '@jhatpat/shared/contracts/order-status.ts'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const home = 'shared/contracts/order-status.ts'

/** All texts for customers and admins, without tests, comments and the Hindi dictionary. */
const sources = globSync(
  ['shared/{contracts,domain,ui,browser}', 'storefront/src', 'admin/src', 'api/src/web'].map(
    (folder) => `${folder}/**/*.{ts,tsx}`,
  ),
  { cwd: root },
)
  .filter((file) => !/\.test\.tsx?$|\/texts\/hindi\//.test(file))
  .map((file) => ({ file, code: withoutComments(readFileSync(resolve(root, file), 'utf8')) }))

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

const filesWith = (pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

describe('the promise of an order', () => {
  it('is one number', () => {
    expect(filesWith(/\b(const|let)\s+promise(Ms|Minutes)\b/)).toEqual([home])
    expect(promiseMinutes * 60_000).toBe(promiseMs)
    expect(manualPromise).toContain(`${promiseMinutes} mins`)
  })

  it('has no other sentence with its own number', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(filesWith(new RegExp(`\\b(${promiseMinutes}|thirty|half an)[ -]?(min|hour)`, 'i'))).toEqual([])
  })

  it('says the same about missing money in every place', () => {
    const sentence = 'If {sum} was deducted from your bank account, it shows here within a few minutes.'
    const files = [
      'storefront/src/features/payment/pay-actions.tsx',
      'storefront/src/lib/unconfirmed-payment-text.ts',
    ]
    expect(filesWith(/within a few minutes|will show here/).sort()).toEqual(files)
    for (const { file, code } of sources.filter((one) => files.includes(one.file))) {
      const begun = code.split(/within a few minutes|will show here within/).length
      expect(code.split(sentence).length, file).toBe(begun)
    }
  })
})
