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
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(productId)) ?? 'null')
    return isDraft(stored) ? { ...empty, ...stored } : empty
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

function isDraft(stored: unknown): stored is Partial<Draft> {
  if (typeof stored !== 'object' || stored === null) return false
  const { input1, input2 } = stored as Record<string, unknown>
  return typeof input1 === 'string' && typeof input2 === 'string'
}
