import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { PriceActor } from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { actorOf } from './actor-of.ts'

type PriceRequest = { caller: Caller; ip: string; priceConfirmed: string | undefined }

/**
 * The actor of a price change, with the unusual prices that they confirmed; undefined from a client
 * that cannot ask.
 */
export const priceActorOf = ({ caller, ip, priceConfirmed }: PriceRequest): PriceActor => ({
  ...actorOf(caller, ip),
  confirmedPaise: priceConfirmed?.split(',').map((typed) => Math.round(Number(typed) * 100)),
})
