import { errorCatalogue } from '../../../contracts/errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Listing } from '../../catalogue/index.ts'
import { priceTerms } from '../../supply/index.ts'
import {
  checkWithin,
  isBlockedRegion,
  type Player,
  type PlayerDeps,
  supplierItemIds,
} from './check-player.ts'

export type IdCheckReply = {
  message: string
  use: string
  username: string
  kind?: 'region_not_eligible'
}

type Asked = { listing: Listing; player: Player; isAnonymous: boolean }

/**
 * Whose account an id is, in the words of the specification (§5, §8): `success`, the supplier's words for an id that
 * doesn't exist, one sentence for all refusals by region or policy.
 * @param isAnonymous asked without a session: all such checks share a few calls a second, see `takeAnonymousCheck`
 * @throws supplier_unavailable without an answer, too_many_requests, price_changed_at_supplier, supplier_fields_changed
 */
export async function idCheckReply(
  deps: PlayerDeps,
  { listing, player, isAnonymous }: Asked,
): Promise<IdCheckReply> {
  const delivery = deps.suppliers.forApiType(listing.item.apiType)
  const terms = delivery && (await priceTerms(deps, delivery, supplierItemIds(listing)))
  const check = await checkWithin(deps, { listing, player, terms, isPage: true, isAnonymous }, pageWaitMs)
  if (check.kind === 'found') {
    const found = { message: 'success', use: check.region, username: check.username }
    return isBlockedRegion(deps, check.region) ? { ...found, ...notEligible } : found
  }
  if (check.kind === 'not_eligible') {
    const nobody = { use: '', username: '' }
    if (!check.isPolicy) return { message: check.message, ...nobody }
    return { message: errorCatalogue.player_not_eligible.message, ...nobody, ...notEligible }
  }
  throw new AppError('supplier_unavailable', { message: errorCatalogue.id_check_unavailable.message })
}

const notEligible = { kind: 'region_not_eligible' } as const

/** Longer than an order waits: the customer sees that the supplier is slow, and an answer saves the order's own check. */
const pageWaitMs = 10_000
