import mongoose, { type ClientSession } from 'mongoose'

/**
 * Reads that see one state of the database, while others go on writing: those with the options of `snapshotOptions` or
 * `longSnapshotOptions`. The first of them fixes the moment.
 */
export async function readSnapshot<T>(read: (snapshot: ClientSession) => Promise<T>): Promise<T> {
  const snapshot = await mongoose.startSession({ snapshot: true })
  try {
    return await read(snapshot)
  } finally {
    await snapshot.endSession()
  }
}

/** The same for what is read in parts, which all see that one state. */
export async function* streamSnapshot<Part>(
  read: (snapshot: ClientSession) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const snapshot = await mongoose.startSession({ snapshot: true })
  try {
    yield* read(snapshot)
  } finally {
    await snapshot.endSession()
  }
}

/** MongoDB keeps a past state for five minutes, and whoever reads a whole collection may take most of them. */
const timeoutMs = 4 * 60_000

/**
 * Options of a read at that moment. The session alone is not enough: with the read concern of the connection each read
 * would see what is there by then.
 */
export const snapshotOptions = (tx: ClientSession) => ({
  session: tx,
  readConcern: { level: 'snapshot' as const },
})

/** Options of a read that may take minutes and needs no snapshot. */
export const longRead = { allowDiskUse: true, socketTimeoutMS: timeoutMs } as const

/** Options of a read of whole collections at that moment. */
export const longSnapshotOptions = (snapshot: ClientSession) => ({
  ...snapshotOptions(snapshot),
  ...longRead,
})

/** Whether MongoDB no longer has the state that a snapshot reads (SnapshotUnavailable, SnapshotTooOld). */
export const isSnapshotLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [239, 246].includes(error.code as number)
