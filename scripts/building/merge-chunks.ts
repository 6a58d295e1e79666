import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

type Options = {
  /** The app's folder; all names below are of its modules. */
  root: string
  /** Its page. */
  entry: string
  /** Screens that draw themselves with the entry’s own file: what they share with others goes into it. */
  first: readonly string[]
  /** By a file’s name the screens whose shared modules it takes, where no file before it has them. */
  shared: Readonly<Record<string, readonly string[]>>
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * How modules are put together into files: the entry’s file has what every page needs, and what several screens share
 * is one file for each group of screens. Left to itself the bundler makes one of each set of users: dozens, of 300 bytes.
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
    // Each module has its place; one that has none stays with its only user.
    includeDependenciesRecursively: false,
  }))
}

function placesOf(graph: Graph, entry: string, groups: (readonly [string, readonly string[]])[]) {
  const asked = askedFor(graph, entry)
  const users = new Map<string, Set<string>>()
  for (const screen of asked) {
    for (const id of reached(graph, screen)) users.set(id, (users.get(id) ?? new Set()).add(screen))
  }
  const places = new Map<string, string>()
  for (const [id, all] of users) {
    if (asked.has(id) || all.size < 2) continue
    const group = groups.find(([, screens]) => screens.some((screen) => all.has(screen)))
    if (group) places.set(id, group[0])
  }
  for (const id of reached(graph, entry)) places.set(id, 'index')
  return places
}

/** The modules that are imported when they are needed, by whatever begins at the entry. */
function askedFor(graph: Graph, entry: string): Set<string> {
  const found = new Set<string>()
  later(graph, entry, found)
  for (const start of found) later(graph, start, found)
  return found
}

function later(graph: Graph, start: string, found: Set<string>): void {
  for (const id of reached(graph, start)) {
    for (const asked of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) found.add(asked)
  }
}

/** A module and all that must be there before it runs. */
function reached(graph: Graph, start: string): Set<string> {
  const found = new Set([start])
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  }
  return found
}
