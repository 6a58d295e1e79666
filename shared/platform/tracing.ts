import { hash, randomBytes } from 'node:crypto'
import { contextNow, inContext, isReference, type RequestContext, traceIdOf } from './request-context.ts'

/** A finished piece of work. It says what was done and for how long, never what a customer typed. */
export type Span = {
  traceId: string
  spanId: string
  /** Empty for the first of its trace. */
  parentId: string
  name: string
  kind: SpanKind
  /** By `Date.now()`. */
  startedAt: number
  tookMs: number
  attributes: Record<string, string | number>
  /** Why it failed; undefined when it did not. */
  failure?: string | undefined
}

/** `server`: a call of ours. `client`: a call to another system. `consumer`: a job, or an event for browsers. */
type SpanKind = 'server' | 'client' | 'consumer'

type SpanFacts = Pick<Span, 'name' | 'kind' | 'tookMs'> &
  Partial<Pick<Span, 'attributes' | 'failure' | 'spanId' | 'parentId'>>

let exportSpan: ((span: Span) => void) | undefined

/** Starts to record spans, or ends it with undefined. */
export function traceTo(exporter: ((span: Span) => void) | undefined): void {
  exportSpan = exporter
}

/**
 * Records work that has just ended, as part of the trace of the current order, top-up or request
 * (`traceIdOf`). Does nothing when tracing is off.
 */
export function recordSpan(facts: SpanFacts, context: RequestContext = contextNow()): void {
  if (!exportSpan || !(context.subject || context.requestId)) return
  const { attributes = {}, spanId = newSpanId(), tookMs } = facts
  const parentId = facts.parentId ?? context.spanId ?? rootSpanId(context)
  exportSpan({
    ...facts,
    traceId: traceIdOf(context),
    spanId,
    parentId: parentId === spanId ? '' : parentId,
    startedAt: Date.now() - tookMs,
    attributes: { ...attributes, ...(context.requestId && { 'request.id': context.requestId }) },
  })
}

/**
 * The span that begins a trace: for an order the call that placed it, otherwise the request. Derived like the trace's
 * id, so that spans of all processes name it as their parent.
 */
export const rootSpanId = (context: Pick<RequestContext, 'subject' | 'requestId'>): string =>
  hash('sha256', `root ${context.subject ?? context.requestId}`, 'hex').slice(0, 16)

const newSpanId = (): string => randomBytes(8).toString('hex')

/**
 * Runs `work` as a job of its own, outside any request, and records it.
 * @param id of the document that it is about
 */
export function inJob<T>(route: string, id: unknown, work: () => Promise<T>): Promise<T> {
  const context: RequestContext = { requestId: '', from: '', route, ...(isReference(id) && { subject: id }) }
  return inContext(context, () => inSpan({ name: route, kind: 'consumer' }, work))
}

/** Runs `work` and records it as a part of the current trace; spans of `work` are its parts. */
export async function inSpan<T>(
  facts: Pick<Span, 'name' | 'kind'> & Partial<Pick<Span, 'attributes'>>,
  work: () => Promise<T>,
): Promise<T> {
  if (!exportSpan) return work()
  const outer = contextNow()
  const spanId = newSpanId()
  const startedAt = performance.now()
  const record = (failure?: string) =>
    recordSpan({ ...facts, spanId, tookMs: performance.now() - startedAt, failure }, outer)
  try {
    const result = await inContext({ ...outer, spanId }, work)
    record()
    return result
  } catch (error) {
    record(String(error))
    throw error
  }
}
