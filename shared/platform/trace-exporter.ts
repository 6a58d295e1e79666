import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Span } from './tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

type Resource = ReadableSpan['resource']

export type TraceExporter = {
  add(span: Span): void
  /** Sends the rest, or gives up after some seconds. */
  stop(): Promise<void>
}

/**
 * Sends spans by OTLP over HTTP as JSON, up to 512 at a time and within five seconds. What a collector does not take is
 * dropped: nothing waits for it.
 * @param endpoint a collector's address, to which `/v1/traces` is added
 * @param ratio how much is sent, from 0 to 1; a trace is sent whole or not at all
 */
export function createTraceExporter(options: {
  endpoint: string
  ratio: number
  name: string
  version: string
}): TraceExporter {
  const { endpoint, ratio, name, version } = options
  const resource = resourceFromAttributes({ 'service.name': `jhatpat-${name}`, 'service.version': version })
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 })
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: 2_000,
    exportTimeoutMillis: 5_000,
  })
  return {
    add: (span) => {
      if (Number.parseInt(span.traceId.slice(0, 8), 16) < ratio * 2 ** 32)
        processor.onEnd(asReadable(span, resource))
    },
    stop: () => processor.shutdown().catch(() => undefined),
  }
}

function asReadable(span: Span, resource: Resource): ReadableSpan {
  const { traceId, spanId, parentId, name, kind, startedAt, tookMs, attributes, failure } = span
  const context = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED })
  return {
    name,
    kind: kinds[kind],
    spanContext: () => context(spanId),
    ...(parentId && { parentSpanContext: context(parentId) }),
    startTime: asHrTime(startedAt),
    endTime: asHrTime(startedAt + tookMs),
    duration: asHrTime(tookMs),
    status:
      failure === undefined
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, message: failure },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'jhatpat' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Seconds and nanoseconds. */
const asHrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]
