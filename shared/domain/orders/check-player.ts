import type { ApiType } from '../../contracts/catalogue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { PlayerCheck } from '../../providers/suppliers/supplier.ts'
import type { Offer } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'

type PlayerDeps = Pick<Deps, 'suppliers' | 'redis' | 'env' | 'log'>
type Player = { userId: string; zoneId: string }

/** Ids are checked where the game has a check and the supplier delivers by itself (specification §4). */
export function needsPlayerCheck({ product, item }: Offer): boolean {
  return product.isApi && item.isApi && product.type === 'MLBB'
}

/**
 * Asks the supplier whose account an id is. A good answer is kept for ten minutes, so that buying right after
 * checking asks nobody twice.
 */
export async function checkPlayer(deps: PlayerDeps, offer: Offer, player: Player): Promise<PlayerCheck> {
  const kept = await recall(deps, offer.item.apiType, player)
  if (kept) return kept
  const delivery = deps.suppliers.forApiType(offer.item.apiType)
  if (!delivery) return { kind: 'unavailable', message: 'Ids of this product cannot be checked.' }
  const check = await delivery.supplier.checkPlayer({
    supplierProduct: delivery.supplierProduct,
    supplierItemId: delivery.checkItemId ?? supplierItemIds(offer)[0] ?? '',
    ...player,
  })
  if (check.kind === 'found') await keep(deps, { apiType: offer.item.apiType, player, check })
  return check
}

/**
 * The server's own check before an order is taken, whatever the browser says it checked.
 * @returns the player's name
 * @throws indonesian_id, player_refused, player_not_verified
 */
export async function requireGoodPlayer(deps: PlayerDeps, offer: Offer, player: Player): Promise<string> {
  const check = await checkPlayer(deps, offer, player)
  switch (check.kind) {
    case 'found':
      if (isBlockedRegion(deps, check.region)) throw new AppError('indonesian_id', { field: 'input1' })
      return check.username
    case 'refused':
      throw new AppError('player_refused', { field: 'input1' })
    case 'unavailable':
      throw new AppError('player_not_verified', { field: 'input1' })
    default:
      return check satisfies never
  }
}

/** The supplier's ids of an item: a bundle's packs, or the one pack. */
export function supplierItemIds({ item }: Pick<Offer, 'item'>): string[] {
  return item.itemidarray && item.itemidarray.length > 0 ? item.itemidarray : [item.id]
}

function isBlockedRegion(deps: PlayerDeps, region: string): boolean {
  return deps.env.SMILE_BLOCKED_REGIONS.includes(region)
}

const keyOf = (deps: PlayerDeps, apiType: ApiType, player: Player) =>
  `{${deps.env.QUEUE_PREFIX}}:player:${apiType}:${player.userId}:${player.zoneId}`

/** A cache: without Redis the supplier is simply asked again. */
async function recall(deps: PlayerDeps, apiType: ApiType, player: Player): Promise<PlayerCheck | undefined> {
  try {
    const text = await deps.redis.get(keyOf(deps, apiType, player))
    return text ? (JSON.parse(text) as PlayerCheck) : undefined
  } catch {
    return undefined
  }
}

type Known = { apiType: ApiType; player: Player; check: PlayerCheck }

async function keep(deps: PlayerDeps, { apiType, player, check }: Known): Promise<void> {
  try {
    await deps.redis.set(keyOf(deps, apiType, player), JSON.stringify(check), 'EX', 600)
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'player check not kept')
  }
}
