import { dirname } from 'node:path'
import type { SourceFile } from './read-source.ts'

/**
 * Groups of folders that import each other, in a circle of any length. Imports of types and lazy ones count. Tarjan's
 * strongly connected components.
 */
export function folderCycles(files: readonly SourceFile[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = dirname(path)
    const targets = next.get(from) ?? new Set()
    for (const one of imports) if (dirname(one) !== from) targets.add(dirname(one))
    next.set(from, targets)
  }
  const [order, low, stack, cycles] = [
    new Map<string, number>(),
    new Map<string, number>(),
    [] as string[],
    [] as string[][],
  ]
  const visit = (folder: string) => {
    order.set(folder, order.size)
    low.set(folder, order.get(folder)!)
    stack.push(folder)
    for (const target of next.get(folder) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) low.set(folder, Math.min(low.get(folder)!, low.get(target)!))
    }
    if (low.get(folder) !== order.get(folder)) return
    const members = stack.splice(stack.indexOf(folder))
    if (members.length > 1) cycles.push(members)
  }
  for (const folder of next.keys()) if (!order.has(folder)) visit(folder)
  return cycles
}
