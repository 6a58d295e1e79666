import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { VaultView } from '@jhatpat/shared/contracts/vault.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'

/** Names of a supplier's codes (`store-secrets.ts`). */
const isCode = ({ label }: VaultView[number]) => label === 'Code'

/** The page's heading: what was delivered, without its text. */
export function vaultStatusText(vault: VaultView): string {
  if (!vault.every(isCode)) return t('Your item is here')
  return vault.length === 1 ? t('Your code is here') : t('Your {n} codes are here', { n: vault.length })
}

export const vaultTitle = (order: Order, vault: VaultView): string =>
  vault.every(isCode) ? order.product.name : order.itemname

/** The lines by their labels, numbered where several have the same. */
export function lineNames(vault: VaultView): string[] {
  const labels = vault.map(({ label }) => plainText(label))
  return labels.map((label, index) => {
    const total = labels.filter((other) => other === label).length
    const n = labels.slice(0, index + 1).filter((other) => other === label).length
    return total > 1 ? t('{label} {n} of {total}', { label, n, total }) : label
  })
}

/**
 * A long code in groups that are easy to read; separated by CSS space, which is not copied. A code with small
 * letters or separators of its own stays unchanged.
 */
export function inChunks(value: string): { text: string; at: number }[] {
  if (!/^[A-Z0-9]{10,}$/.test(value)) return [{ text: value, at: 0 }]
  const size = value.length % 4 === 0 ? 4 : value.length % 5 === 0 ? 5 : 4
  return Array.from({ length: Math.ceil(value.length / size) }, (_, group) => ({
    text: value.slice(group * size, (group + 1) * size),
    at: group * size,
  }))
}
