/** The fields of a command that MongoDB's profiler records and that are read here. */
export type ProfiledCommand = {
  ns: string
  op: string
  command?: Record<string, unknown>
}

/**
 * The filter of a command that changes or deletes documents; undefined for every other. The profiler has an
 * entry for each statement of an `update` or `delete`, with its filter as `q`.
 */
function filterOfWrite({ op, command = {} }: ProfiledCommand): unknown {
  if (op === 'update' || op === 'remove') return command.q ?? {}
  if ('findAndModify' in command || 'findandmodify' in command) return command.query ?? {}
  return undefined
}

/**
 * What is wrong with a write that does not select its documents by `_id`, with one value or with `$in`: in
 * a sharded cluster it would go to every shard, or be refused. Undefined when nothing is.
 */
export function notById(entry: ProfiledCommand): string | undefined {
  const filter = filterOfWrite(entry)
  if (filter === undefined || isById((filter as { _id?: unknown })._id)) return undefined
  return `${entry.ns}: ${entry.op} by ${JSON.stringify(filter)}`
}

function isById(id: unknown): boolean {
  if (id === undefined || id === null || id instanceof RegExp) return false
  if (typeof id !== 'object' || '_bsontype' in id) return true
  const conditions = Object.keys(id)
  return conditions.length === 1 && (conditions[0] === '$in' || conditions[0] === '$eq')
}
