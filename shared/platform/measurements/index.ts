import { channel } from 'node:diagnostics_channel'

/**
 * What a process measures about itself, by name. No value holds an id: each becomes a label of a series, or is added
 * up in one.
 */
type Measurements = {
  /** `route`: its pattern, never the address. */
  request: { method: string; route: string; status: number; tookMs: number }
  vendorCall: { account: string; call: string; outcome: string; tookMs: number }
  /** An attempt to send a notification. */
  message: { channel: 'mail' | 'sms' | 'push'; outcome: string }
  redisReconnect: Record<string, never>
  paymentCallback: { gateway: string }
  /** `waitedMs`: since the callback, or since the last check that found it unpaid. */
  paymentConfirmed: { gateway: string; source: 'callback' | 'check'; waitedMs: number }
  /** From an order's change to the event that shows it; undefined: the event was lost. */
  statusShown: { delayMs: number | undefined }
}

export type MeasurementName = keyof Measurements

const channelOf = (name: MeasurementName) => channel(`jhatpat.${name}`)

/**
 * Records a measurement for whatever subscribes. Without metrics nothing does, and a call costs one comparison.
 * @param read not called without a subscriber
 */
export function measure<Name extends MeasurementName>(name: Name, read: () => Measurements[Name]): void {
  const target = channelOf(name)
  if (target.hasSubscribers) target.publish(read())
}

/** @returns a function that unsubscribes */
export function onMeasurement<Name extends MeasurementName>(
  name: Name,
  receive: (measured: Measurements[Name]) => void,
): () => void {
  const target = channelOf(name)
  const listener = (measured: unknown) => receive(measured as Measurements[Name])
  target.subscribe(listener)
  return () => void target.unsubscribe(listener)
}
