/** Addresses inside the shop, each written once. */
export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

export function payPath(clientTxnId: string): string {
  return `/pay?client_txn_id=${encodeURIComponent(clientTxnId)}`
}

export function confirmationPath(clientTxnId: string): string {
  return `/confirmation?client_txn_id=${encodeURIComponent(clientTxnId)}`
}

export function walletConfirmationPath(clientTxnId: string): string {
  return `/walletconfirmation?client_txn_id=${encodeURIComponent(clientTxnId)}`
}

/** The path of an address on this site that this app renders itself; undefined for any other. */
export function pathInside(address: string): string | undefined {
  const url = new URL(address, location.origin)
  if (url.origin !== location.origin || url.pathname.startsWith('//') || isServed(url.pathname))
    return undefined
  return url.pathname + url.search + url.hash
}

/** On this origin, but served by the admin app or the server. */
function isServed(pathname: string): boolean {
  return /^\/(admin|api|ops|docs|media)(\/|$)/.test(pathname)
}
