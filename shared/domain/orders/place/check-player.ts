import type { ApiType } from '../../../contracts/api-types.ts'
import { errorCatalogue } from '../../../contracts/errors.ts'
import { waitOutside } from '../../../platform/admission.ts'
import { AppError } from '../../../platform/app-error.ts'
import { cooldownUntil } from '../../../platform/circuit-breaker.ts'
import { isConnected } from '../../../platform/redis.ts'
import { hashTag } from '../../../platform/redis-keys.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import type { FoundPlayer, PlayerCheck } from '../../../providers/suppliers/supplier.ts'
import { raiseAlert } from '../../alerts/index.ts'
import type { Listing } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import { type PriceTerms, priceTerms, requireListPrice } from '../../purchasing/index.ts'
import { takeAnonymousCheck } from './anonymous-checks.ts'

type PlayerDeps = Pick<Deps, 'suppliers' | 'redis' | 'env' | 'log' | 'clock'>
/** The customer's two inputs. */
type Player = { input1: string; input2: string }

/** Whether ids are checked: the game has a check, and the supplier delivers by itself (specification §4). */
export function needsPlayerCheck({ product, item }: Listing): boolean {
  return product.isApi && item.isApi && product.type === 'MLBB'
}

type Question = {
  listing: Listing
  player: Player
  terms: PriceTerms | undefined
  /** Asked by the product page, which also uses a cached rejection; a purchase checks again. */
  isPage?: boolean
  isAnonymous?: boolean
}

/**
 * Checks at the supplier which player an id belongs to. An answer about the player is cached for ten minutes,
 * so that a check and the purchase after it call the supplier once. An answer about our own account raises an
 * alert.
 * @throws price_changed_at_supplier when the supplier asks more than its list price for this player;
 * too_many_requests
 */
async function checkPlayer(
  deps: PlayerDeps,
  { isPage = false, ...question }: Question,
): Promise<PlayerCheck> {
  const { listing, player, terms } = question
  const cached = await readCachedCheck(deps, listing.item.apiType, player)
  const check = cached && (isPage || cached.kind === 'found') ? cached : await checkAtSupplier(deps, question)
  if (check.kind === 'found' && terms) {
    await requireListPrice(deps, terms, { supplierItemIds: supplierItemIds(listing), factors: check })
  }
  return check
}

/** The timeout of the check while an order is placed. */
const orderWaitMs = 3_000

/**
 * The same with a timeout. The check itself continues, and its answer is cached for the customer's next try.
 * @throws what `checkPlayer` throws
 */
async function checkWithin(deps: PlayerDeps, question: Question, waitMs: number): Promise<PlayerCheck> {
  let failure: Error | undefined
  const check = await withTimeout(waitMs, checkPlayer(deps, question), (error) => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  if (failure) throw failure
  return (
    check ?? { kind: 'unavailable', reason: 'no_answer', message: `No answer within ${waitMs / 1_000} s.` }
  )
}

async function checkAtSupplier(
  deps: PlayerDeps,
  { listing, player, terms, isAnonymous }: Question,
): Promise<PlayerCheck> {
  const { apiType } = listing.item
  const delivery = deps.suppliers.forApiType(apiType)
  if (!delivery) {
    return {
      kind: 'unavailable',
      reason: 'not_offered',
      message: 'ID check isn’t available for this product.',
    }
  }
  const { productSlug, checkId, supplier } = delivery
  // An account in cooldown after failed calls is still asked: the check may succeed, and the order waits.
  if ((await cooldownUntil(deps, supplier.name))?.isRateLimited) {
    return { kind: 'unavailable', reason: 'no_answer', message: `${supplier.name} asked us to slow down.` }
  }
  if (isAnonymous) await takeAnonymousCheck(deps, supplier.name)
  const account = delivery.account(player.input1, player.input2, terms?.fields)
  const check = await waitOutside(() => supplier.checkPlayer({ productSlug, checkId, account }))
  if (check.kind !== 'unavailable') await cacheCheck(deps, { apiType, player, check })
  if (check.kind === 'unavailable' && check.reason === 'trouble') {
    await raiseAlert(deps, { kind: 'check_trouble', account: supplier.name, detail: check.message })
  }
  return check
}

/**
 * The server's own check before an order is placed, independent of the browser's.
 * @throws indonesian_id, player_not_eligible, player_not_found, id_check_unavailable when there is no answer
 * within 3 s, player_not_verified when ids of the product cannot be checked at all, price_changed_at_supplier
 */
export async function requireVerifiedPlayer(deps: PlayerDeps, question: Question): Promise<FoundPlayer> {
  const check = await checkWithin(deps, question, orderWaitMs)
  switch (check.kind) {
    case 'found':
      if (isBlockedRegion(deps, check.region)) throw new AppError('indonesian_id', { field: 'input1' })
      return check
    case 'not_eligible':
      throw new AppError(check.isPolicy ? 'player_not_eligible' : 'player_not_found', { field: 'input1' })
    case 'unavailable':
      throw new AppError(check.reason === 'not_offered' ? 'player_not_verified' : 'id_check_unavailable')
    default:
      return check satisfies never
  }
}

/** The supplier's ids of an item: those of a bundle's units, or the single one. */
export function supplierItemIds({ item }: Pick<Listing, 'item'>): string[] {
  return item.itemidarray && item.itemidarray.length > 0 ? item.itemidarray : [item.id]
}

function isBlockedRegion(deps: PlayerDeps, region: string): boolean {
  return deps.env.SMILE_BLOCKED_REGIONS.includes(region)
}

const keyOf = (deps: PlayerDeps, apiType: ApiType, { input1, input2 }: Player) =>
  hashTag(deps.env.QUEUE_PREFIX, 'found', apiType, input1, input2)

/** Only a cache: without Redis the supplier is asked again. */
async function readCachedCheck(
  deps: PlayerDeps,
  apiType: ApiType,
  player: Player,
): Promise<PlayerCheck | undefined> {
  if (!isConnected(deps.redis)) return undefined
  try {
    const text = await deps.redis.get(keyOf(deps, apiType, player))
    return text ? (JSON.parse(text) as PlayerCheck) : undefined
  } catch {
    return undefined
  }
}

type CachedCheck = { apiType: ApiType; player: Player; check: PlayerCheck }

async function cacheCheck(deps: PlayerDeps, { apiType, player, check }: CachedCheck): Promise<void> {
  if (!isConnected(deps.redis)) return
  try {
    await deps.redis.set(keyOf(deps, apiType, player), JSON.stringify(check), 'EX', 600)
  } catch (error) {
    deps.log.debug({ err: String(error) }, 'player check not recorded')
  }
}

type IdCheckReply = {
  message: string
  use: string
  username: string
  kind?: 'region_not_eligible'
}

type IdCheckInput = { listing: Listing; player: Player; isAnonymous: boolean }

/**
 * The player that an id belongs to, in the texts of the specification (§5, §8): `success`, the supplier's
 * message for an id that does not exist, one sentence for all rejections by region or policy.
 * @param isAnonymous a check without a session: all of them share a limit, see `takeAnonymousCheck`
 * @throws supplier_unavailable without an answer, too_many_requests, price_changed_at_supplier,
 * supplier_fields_changed
 */
export async function idCheckReply(
  deps: PlayerDeps,
  { listing, player, isAnonymous }: IdCheckInput,
): Promise<IdCheckReply> {
  const delivery = deps.suppliers.forApiType(listing.item.apiType)
  const terms = delivery && (await priceTerms(deps, delivery, supplierItemIds(listing)))
  const check = await checkWithin(deps, { listing, player, terms, isPage: true, isAnonymous }, pageWaitMs)
  if (check.kind === 'found') {
    const found = { message: 'success', use: check.region, username: check.username }
    return isBlockedRegion(deps, check.region) ? { ...found, ...notEligible } : found
  }
  if (check.kind === 'not_eligible') {
    const noPlayer = { use: '', username: '' }
    if (!check.isPolicy) return { message: check.message, ...noPlayer }
    return { message: errorCatalogue.player_not_eligible.message, ...noPlayer, ...notEligible }
  }
  throw new AppError('supplier_unavailable', { message: errorCatalogue.id_check_unavailable.message })
}

const notEligible = { kind: 'region_not_eligible' } as const

/**
 * Longer than for an order: the customer sees that the supplier is slow, and an answer saves the order's own
 * check.
 */
const pageWaitMs = 10_000
