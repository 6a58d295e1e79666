/** Preloaded into a process: its wall clock is off by the milliseconds in the file that FAULT_CLOCK names. */
import { readFileSync } from 'node:fs'

const Real = Date
let offsetMs = 0

const read = () => {
  try {
    offsetMs = Number(readFileSync(process.env.FAULT_CLOCK ?? '', 'utf8')) || 0
  } catch {
    offsetMs = 0
  }
}
read()
setInterval(read, 100).unref()

const now = () => Real.now() + offsetMs

globalThis.Date = new Proxy(Real, {
  construct: (target, parts) => Reflect.construct(target, parts.length > 0 ? parts : [now()]),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
