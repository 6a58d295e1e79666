/** Loaded first into a process: its wall clock is off by the milliseconds in the file that FAULT_CLOCK names. */
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

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + offsetMs)
    else super(...parts)
  }

  static now() {
    return Real.now() + offsetMs
  }
}
