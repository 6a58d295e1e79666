import type { VendorReply } from './vendor-reply.ts'

/**
 * What may be recorded of a call and its answer. The adapter names each field; no other field is
 * recorded.
 */
export type LoggedFields = {
  /** Our own reference that the call is about, which leads to an order or a top-up. */
  ref: string
  /**
   * It buys or creates something: each call is recorded. Equal answers to other calls are counted.
   */
  isAct?: true
  /** The request, in our own terms or the vendor's. */
  asked: Readonly<Record<string, string>>
  /** Fields of the answer that hold ids and amounts, by their dotted paths. */
  ids: readonly string[]
  /** Fields that hold text, which may repeat anything that was sent. */
  texts: readonly string[]
}

/** A call to a vendor and its answer, with everything confidential removed. */
export type VendorCall = {
  vendor: string
  call: string
  ref: string
  isAct: boolean
  tookMs: number
  asked: Readonly<Record<string, string>>
  /** Our description of an unusable answer. */
  outcome: VendorReply['kind']
  /** 0 where there is none. */
  httpStatus: number
  answered: Readonly<Record<string, string>>
  /** Our description of an unusable answer. */
  note: string
}

/** Records calls. It must neither throw nor block: a purchase waits for it. */
export type CaptureCall = (call: VendorCall) => void

/** Pauses calls to an account after HTTP 429, for every process. Never throws. */
export type OnRateLimited = (vendor: string, retryAfterMs: number) => Promise<void>
