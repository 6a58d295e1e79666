import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

type Options = {
  /** The app's folder; all names below are modules in it. */
  root: string
  /** Its page. */
  entry: string
  /** Screens that render with the entry chunk: what they share with other screens goes into it. */
  first: readonly string[]
  /**
   * Maps a chunk's name to the screens whose shared modules it contains, or to such modules themselves,
   * unless an earlier chunk has them.
   */
  shared: Readonly<Record<string, readonly string[]>>
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Merges modules into few chunks: the entry chunk has what every page needs, and each group of screens has
 * one chunk for what its screens share. By default the bundler makes one chunk for each set of importers:
 * dozens, of 300 bytes.
 */
export function mergeChunks({ root, entry, first, shared }: Options) {
  const inRoot = (name: string) => normalizePath(join(root, name))
  const groups = [['index', first] as const, ...Object.entries(shared)].map(
    ([name, screens]) => [name, screens.map(inRoot)] as const,
  )
  const start = inRoot(entry)
  let places: Map<string, string> | undefined
  return groups.map(([name], place) => ({
    name: (id: string, graph: Graph) => {
      places ??= placesOf(graph, start, groups)
      return places.get(id) === name ? name : null
    },
    priority: groups.length - place,
    // Each module is assigned to a chunk explicitly; one without a chunk stays with its only importer.
    includeDependenciesRecursively: false,
  }))
}

function placesOf(graph: Graph, entry: string, groups: (readonly [string, readonly string[]])[]) {
  const lazyModules = askedFor(graph, entry)
  const users = new Map<string, Set<string>>()
  for (const screen of lazyModules) {
    for (const id of reached(graph, screen)) users.set(id, (users.get(id) ?? new Set()).add(screen))
  }
  const places = new Map<string, string>()
  for (const [id, all] of users) {
    if (lazyModules.has(id) || all.size < 2) continue
    const group = groups.find(([, names]) => names.some((name) => name === id || all.has(name)))
    if (group) places.set(id, group[0])
  }
  for (const id of reached(graph, entry)) places.set(id, 'index')
  return places
}

/** The modules that are imported lazily from anything reachable from the entry. */
function askedFor(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>()
  later(graph, entry, found)
  for (const start of found) later(graph, start, found)
  return found
}

function later(graph: Graph, start: string, found: Set<string>): void {
  for (const id of reached(graph, start)) {
    for (const imported of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) found.add(imported)
  }
}

/** A module and all its static imports. */
function reached(graph: Graph, start: string): Set<string> {
  const found = new Set([start])
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  }
  return found
}
