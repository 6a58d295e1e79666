/** The customer's input on a product page. */
export type Draft = {
  itemId: string | undefined
  input1: string
  input2: string
  method: PaymentMethod | undefined
}

export type PaymentMethod = 'upi' | 'wallet'

const empty: Draft = { itemId: undefined, input1: '', input2: '', method: undefined }

/**
 * The draft this tab stores for a product: it survives the login, a reload, and coming back to change the
 * method.
 */
export function loadDraft(productId: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null')
    return isDraft(kept) ? { ...empty, ...kept } : empty
  } catch {
    return empty
  }
}

export function saveDraft(productId: string, draft: Draft): void {
  sessionStorage.setItem(keyOf(productId), JSON.stringify(draft))
}

function keyOf(productId: string): string {
  return `draft:${productId}`
}

function isDraft(kept: unknown): kept is Partial<Draft> {
  if (typeof kept !== 'object' || kept === null) return false
  const { input1, input2 } = kept as Record<string, unknown>
  return typeof input1 === 'string' && typeof input2 === 'string'
}
