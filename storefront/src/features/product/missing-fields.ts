import type { Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { needsCheck } from './buy-rules.ts'
import { type IdState, letsBuy } from './check-answer.ts'
import type { Draft } from './draft.ts'
import { inputErrors } from './input-errors.ts'

/** A part of the order that BUY NOW requires. */
export type MissingFieldName = 'item' | 'input1' | 'input2' | 'check' | 'method'

/** `text` says what is missing, as part of a sentence: `an item`. */
export type MissingField = { part: MissingFieldName; text: string }

type Filled = {
  draft: Draft
  /** Whether an item that can be bought is chosen. */
  hasItem: boolean
  product: Pick<Product, 'isApi' | 'type' | 'inputs'>
  idState: IdState
}

/** The missing fields, from the top of the page to its end. */
export function missingFields({ draft, hasItem, product, idState }: Filled): MissingField[] {
  const missing: MissingField[] = []
  const [first, second] = product.inputs
  const errors = inputErrors(draft, product.inputs)
  const lacks = (name: 'input1' | 'input2') => draft[name].trim() === '' || errors[name] !== undefined
  const hasIds = !lacks('input1') && !lacks('input2')
  if (!hasItem) missing.push({ part: 'item', text: t('an item') })
  if (lacks('input1'))
    missing.push({ part: 'input1', text: t('the {label}', { label: first?.label ?? 'User ID' }) })
  if (lacks('input2'))
    missing.push({ part: 'input2', text: t('the {label}', { label: second?.label ?? 'Server' }) })
  if (hasIds && needsCheck(product) && !letsBuy(idState)) missing.push(missingCheck(idState))
  if (draft.method === undefined) missing.push({ part: 'method', text: t('a payment method') })
  return missing
}

function missingCheck({ state }: IdState): MissingField {
  if (state === 'refused' || state === 'not_eligible')
    return { part: 'input1', text: t('an ID that can be recharged') }
  return {
    part: 'check',
    text: t('ID check'),
  }
}

/** `an item, the Zone ID and a payment method` */
export function missingFieldsText(missing: readonly MissingField[]): string {
  const texts = missing.map(({ text }) => text)
  const last = texts.pop() ?? ''
  return texts.length > 0 ? t('{list} and {last}', { list: texts.join(', '), last }) : last
}

/** Marks the control that fills in a field. */
export const missingMark = (part: MissingFieldName) => ({ 'data-gap': part })

/** Scrolls a missing field into view and focuses it. */
export function focusMissing(part: MissingFieldName): void {
  const element = document.querySelector<HTMLElement>(`[data-gap=${part}]`)
  if (!element) return
  const control = element.matches('input, select, button')
    ? element
    : element.querySelector<HTMLElement>('[role=radio]:not(:disabled)[tabindex="0"]')
  const target = control ?? element
  target.scrollIntoView?.({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' })
  control?.focus({ preventScroll: true })
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
