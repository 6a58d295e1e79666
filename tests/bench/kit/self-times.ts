import { fileURLToPath } from 'node:url'

/** A profile of Node's `--cpu-prof`; times in µs of the machine's monotonic clock. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

/** In µs, as in a profile. */
export type Span = { from: number; to: number }

/**
 * Pure. The time that each module of ours, each package and each part of Node ran itself, without its
 * callees, longest first; in ms.
 * @param root the folder whose modules are ours
 */
export function selfTimes(profile: CpuProfile, { from, to }: Span, root: string): [string, number][] {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame, root)]))
  const times = new Map<string, number>()
  let at = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const tookUs = profile.timeDeltas[index] ?? 0
    at += tookUs
    const name = names.get(id) ?? 'unknown'
    if (at < from || at > to || name === '(idle)') continue
    times.set(name, (times.get(name) ?? 0) + tookUs / 1_000)
  }
  return [...times].sort(([, one], [, other]) => other - one)
}

/** A package by its name, a module of ours by its path, code without a file by V8's name for it. */
function moduleOf({ functionName, url }: CpuProfile['nodes'][0]['callFrame'], root: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code'
  if (!url.startsWith('file:') && !url.startsWith('/')) return url
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const [, inPackages] = /.*\/node_modules\/(.*)/.exec(path) ?? []
  if (!inPackages) return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  return inPackages
    .split('/')
    .slice(0, inPackages.startsWith('@') ? 2 : 1)
    .join('/')
}
