import { fork } from 'node:child_process'
import { join } from 'node:path'

export type EncodedFile = { bytes: Uint8Array; contentType: string; width: number }

/** A stored picture: the widest rendition as WebP, and the other renditions. */
export type Encoded = { main: EncodedFile; sizes: EncodedFile[]; width: number; height: number }

/** `widths` in pixels, the widest first. */
export type EncodeRequest = { file: Uint8Array; widths: readonly [number, ...number[]]; memoryMb: number }

export type EncodeResult =
  | ({ kind: 'encoded' } & Encoded)
  /** Too many pixels by its header, or above the limit of memory or time. */
  | { kind: 'too_large' }
  | { kind: 'unreadable'; reason: string }

/** Exit code of a child process that used too much memory. */
export const memoryExit = 77
const maxMemoryMb = 300
const maxTimeMs = 60_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Encodes a picture's renditions in a child process, one picture at a time: how much memory one needs is known only
 * while it is decoded.
 */
export function encodePicture(
  file: Uint8Array,
  widths: EncodeRequest['widths'],
  memoryMb = maxMemoryMb,
): Promise<EncodeResult> {
  const current = last.then(() => runChildProcess({ file, widths, memoryMb }))
  last = current.catch(() => undefined)
  return current
}

function runChildProcess(order: EncodeRequest): Promise<EncodeResult> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'encode-main.ts'), {
      serialization: 'advanced',
      stdio: 'ignore',
      env: {},
      execArgv: ['--max-old-space-size=64'],
      timeout: maxTimeMs,
    })
    let answer: EncodeResult | undefined
    child.once('message', (message) => {
      answer = message as EncodeResult
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (answer) resolve(answer)
      else if (code === memoryExit || signal !== null) resolve({ kind: 'too_large' })
      else resolve({ kind: 'unreadable', reason: `its process ended with ${code}` })
    })
    child.send(order, (error) => error && child.kill())
  })
}
