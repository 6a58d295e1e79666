import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'

/** What the current work is part of. Log lines, audit records and traces name it. */
export type RequestContext = {
  /** Our id for the request; empty outside one, as in a job or at a terminal. */
  requestId: string
  /** The address that the request came from; empty outside one. */
  from: string
  /** The call, such as `POST /api/order`, or the job; empty before it is known. */
  route?: string
  /** The reference of the order or top-up that the work is about; undefined for none. */
  subject?: string
  /** Whether the request made its subject: its trace begins with it. */
  isFirst?: boolean
  /** The span that the work belongs to, while traces are recorded. */
  spanId?: string
}

const storage = new AsyncLocalStorage<RequestContext | undefined>()

/** Runs `work` as part of a request or job, to whose `context` is added what becomes known. */
export const inContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work)

/** Whether a value is the reference of an order or a top-up. */
export const isReference = (id: unknown): id is string => typeof id === 'string' && /^J[PT]\d{6}/.test(id)

/** Adds to the current context what has become known: it holds for all that follows. */
export function addToContext(known: Pick<RequestContext, 'route' | 'subject' | 'isFirst'>): void {
  const context = storage.getStore()
  if (context) Object.assign(context, known)
}

/** The current context; its fields are empty outside a request, as in a job or at a terminal. */
export const contextNow = (): RequestContext => storage.getStore() ?? { requestId: '', from: '' }

/** Runs `work` outside any request. */
export const outsideRequest = <T>(work: () => T): T => storage.run(undefined, work)

/** Captures the current context; what it returns runs work as part of it. */
export function captureRequest(): <T>(work: () => T) => T {
  const context = storage.getStore()
  return (work) => storage.run(context, work)
}

/** The ids of the current context, for a log line. */
export function idsNow(): Record<string, string> {
  const context = storage.getStore()
  return context ? idsOf(context) : {}
}

/** `requestId`, `orderId` or `topUpId`, and `traceId`, without those that are not known. */
export function idsOf(context: RequestContext): Record<string, string> {
  const { requestId, subject } = context
  return {
    ...(requestId && { requestId }),
    ...(subject && { [subject.startsWith('JT') ? 'topUpId' : 'orderId']: subject }),
    ...((subject || requestId) && { traceId: traceIdOf(context) }),
  }
}

/**
 * The id of a trace, 32 hexadecimal digits. It follows from the order or top-up, so that every process derives the same
 * from the document alone, also when a queue was lost; otherwise it is the request's id.
 */
export function traceIdOf({ subject, requestId }: Pick<RequestContext, 'subject' | 'requestId'>): string {
  return subject ? hash('sha256', subject, 'hex').slice(0, 32) : requestId.replaceAll('-', '')
}
