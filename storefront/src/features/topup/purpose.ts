/** The purpose of a top-up, stored for this tab: a product whose order waits for it. */
export function storeTopUpPurpose(clientTxnId: string, productId: string): void {
  try {
    sessionStorage.setItem(nameOf(clientTxnId), productId)
  } catch (error) {
    console.warn('The way back to the order could not be kept.', error)
  }
}

/** The product of the top-up; undefined without one. */
export function topUpPurposeOf(clientTxnId: string): string | undefined {
  return sessionStorage.getItem(nameOf(clientTxnId)) ?? undefined
}

function nameOf(clientTxnId: string): string {
  return `topup-for:${clientTxnId}`
}
