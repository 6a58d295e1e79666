import type { VaultView } from '../../../contracts/vault.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { VaultSecret } from '../model/vault-schema.ts'

/** A secret with its delivery and its index there. */
type IndexedSecret = VaultSecret & { deliveryId: string; deliveryIndex: number; index: number }

const secretsOf = ({ vault }: Pick<OrderDoc, 'vault'>): IndexedSecret[] =>
  vault.flatMap(({ deliveryId, secrets }, deliveryIndex) =>
    secrets.map(({ label, revealedAt, replacedAt }, index) => ({
      label,
      revealedAt,
      deliveryId,
      deliveryIndex,
      index,
      ...(replacedAt && { replacedAt }),
    })),
  )

export const secretAt = (order: Pick<OrderDoc, 'vault'>, secret: number): IndexedSecret | undefined =>
  secretsOf(order)[secret]

/** Whether the customer has revealed any secret. */
export const isRevealed = (order: Pick<OrderDoc, 'vault'>): boolean =>
  secretsOf(order).some(({ revealedAt }) => revealedAt !== null)

/** The secrets of the vault without their content. */
export const vaultView = (order: Pick<OrderDoc, 'vault'>): VaultView =>
  secretsOf(order).map(({ label, revealedAt, replacedAt }) => ({
    label,
    ...(revealedAt ? { revealedAt: revealedAt.toISOString() } : {}),
    ...(replacedAt ? { replacedAt: replacedAt.toISOString() } : {}),
  }))
