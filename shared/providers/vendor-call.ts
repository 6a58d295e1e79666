import type { VendorReply } from './vendor-reply.ts'

/** What may be kept of a call and its answer. Named by the adapter, field by field: what is not named is not kept. */
export type LoggedFields = {
  /** Our own reference that the call is about, which leads to an order or a top-up. */
  ref: string
  /** It buys or makes something: each one is kept. Of those that only ask, the same answer is counted. */
  isAct?: true
  /** What was asked for, in our own words or the vendor's. */
  asked: Readonly<Record<string, string>>
  /** Fields of the answer that hold ids and amounts, by their dotted paths. */
  ids: readonly string[]
  /** Fields that hold words, which may repeat anything that they were told. */
  words: readonly string[]
}

/** A call to a vendor and its answer, with all that nobody but the vendor may read taken out. */
export type VendorCall = {
  vendor: string
  call: string
  ref: string
  isAct: boolean
  tookMs: number
  asked: Readonly<Record<string, string>>
  /** As `VendorReply` sorts it. */
  outcome: VendorReply['kind']
  /** 0 where there is none. */
  httpStatus: number
  answered: Readonly<Record<string, string>>
  /** What we say of an answer that is none. */
  note: string
}

/** Who wants to know of exchanges. It must neither throw nor take its time: a purchase waits for it. */
export type CaptureCall = (exchange: VendorCall) => void

/** Slows an account down after HTTP 429, for every process. Never throws. */
export type OnRateLimited = (vendor: string, retryAfterMs: number) => Promise<void>
