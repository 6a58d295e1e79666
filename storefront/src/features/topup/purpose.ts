/** What a top-up is for, for this tab: a product whose order waits for it. */
export function storeTopUpPurpose(clientTxnId: string, productId: string): void {
  try {
    sessionStorage.setItem(nameOf(clientTxnId), productId)
  } catch (error) {
    console.warn('The way back to the order could not be kept.', error)
  }
}

/** The product that a top-up is for; undefined for one that is for nothing in particular. */
export function topUpPurposeOf(clientTxnId: string): string | undefined {
  return sessionStorage.getItem(nameOf(clientTxnId)) ?? undefined
}

function nameOf(clientTxnId: string): string {
  return `topup-for:${clientTxnId}`
}
