import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import mongoose from 'mongoose'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Where a query can begin; each is called by the product's code, while mongoose itself runs the query
 * later.
 */
const asks = [
  'find',
  'findOne',
  'exists',
  'countDocuments',
  'distinct',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
] as const

type Ask = (...args: unknown[]) => { options: { comment?: unknown } }
type Pipeline = { options: { comment?: unknown } }
type Model = Record<string, unknown>

let isOn = false

/**
 * Adds to every query of this process the file that makes it as its `comment`, which MongoDB's profiler
 * records. Only for tests: reading a stack for each query is too slow for production.
 */
export function nameCallers(): void {
  if (isOn) return
  isOn = true
  const model = mongoose.Model as unknown as Model
  for (const name of asks) {
    const ask = model[name] as Ask
    model[name] = function (this: unknown, ...args: unknown[]) {
      const query = ask.apply(this, args)
      query.options.comment ??= caller()
      return query
    }
  }
  const aggregate = model.aggregate as (...args: unknown[]) => Pipeline
  model.aggregate = function (this: unknown, ...args: unknown[]) {
    const pipeline = aggregate.apply(this, args)
    pipeline.options.comment ??= caller()
    return pipeline
  }
  const bulkWrite = model.bulkWrite as (...args: unknown[]) => unknown
  model.bulkWrite = function (this: unknown, writes: unknown, options: object = {}) {
    return bulkWrite.call(this, writes, { comment: caller(), ...options })
  }
}

/** The callers by their unmapped frames: V8 gives these at once, and mapping them to sources takes a millisecond. */
const callers = new Map<string, string>()

function caller(): string {
  const key = unmappedStack()
  const known = callers.get(key)
  if (known !== undefined) return known
  const found = callerOf(new Error('who asks').stack)
  callers.set(key, found)
  return found
}

function unmappedStack(): string {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`).join()
  try {
    return new Error('who asks').stack ?? ''
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

/** The nearest of our own files in a stack, as `shared/domain/orders/model/find-order.ts:42`. */
export function callerOf(stack = ''): string {
  for (const line of stack.split('\n').slice(1)) {
    const [, place = '', row = ''] = /\(?((?:file:\/\/)?[^()\s]+):(\d+):\d+\)?$/.exec(line) ?? []
    const file = relative(root, place.startsWith('file:') ? fileURLToPath(place) : place)
    if (file === '' || file.startsWith('..') || /node_modules|^node:|name-callers/.test(file)) continue
    return `${file.split(sep).join('/')}:${row}`
  }
  return ''
}
