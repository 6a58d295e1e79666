import type { Update } from './typed-update.ts'

type Tree = Record<string, unknown>

/**
 * Returns a document as MongoDB leaves it after an update with these operators; undefined values
 * are omitted. The given document is not changed. Use it only where the update is known to have
 * matched exactly this document.
 */
export function applyUpdate<T extends object>(document: T, { $set, $inc, $push }: Update<T>): T {
  const after = { ...document } as Tree
  for (const [path, value] of entriesOf($set)) at(after, path, () => value)
  for (const [path, by] of entriesOf($inc)) at(after, path, (was) => ((was as number) ?? 0) + (by as number))
  for (const [path, one] of entriesOf($push)) at(after, path, (was) => [...((was as unknown[]) ?? []), one])
  return after as T
}

const entriesOf = (part: object | undefined) =>
  Object.entries(part ?? {}).filter(([, value]) => value !== undefined)

/** Copies each container on the path, so that no shared object is changed. */
function at(document: Tree, path: string, change: (was: unknown) => unknown): void {
  const names = path.split('.')
  const last = names.pop() as string
  let part = document
  for (const name of names) {
    const below = part[name]
    part[name] = Array.isArray(below) ? [...below] : { ...(below as Tree | undefined) }
    part = part[name] as Tree
  }
  part[last] = change(part[last])
}
