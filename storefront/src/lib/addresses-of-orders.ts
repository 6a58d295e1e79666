import { productPath } from './addresses.ts'

/** The address to buy an order once more: its product, filled in as before. */
export function buyAgainPath({
  client_txn_id,
  product,
}: {
  client_txn_id: string
  product: { _id: string }
}): string {
  return `${productPath(product._id)}?again=${encodeURIComponent(client_txn_id)}`
}

/** A top-up of this amount in rupees, which leads back to its product. */
export function topUpPath(rupees: number, productId: string): string {
  return `/topup?amount=${rupees}&product=${encodeURIComponent(productId)}`
}

export function receiptPath(clientTxnId: string): string {
  return `/receipt?client_txn_id=${encodeURIComponent(clientTxnId)}`
}
