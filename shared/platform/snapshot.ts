import mongoose, { type ClientSession } from 'mongoose'

/**
 * Runs reads that see one state of the database while writes continue: those with `snapshotOptions`
 * or `longSnapshotOptions`. The first read fixes the moment.
 */
export async function readSnapshot<T>(read: (snapshot: ClientSession) => Promise<T>): Promise<T> {
  const snapshot = await mongoose.startSession({ snapshot: true })
  try {
    return await read(snapshot)
  } finally {
    await snapshot.endSession()
  }
}

/** Like `readSnapshot` for a streamed result, of which all parts see one state. */
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

/**
 * MongoDB keeps a past state for five minutes, and a read of a whole collection may take most of
 * them.
 */
const timeoutMs = 4 * 60_000

/**
 * Options of a read in a snapshot. The session alone is not enough: with the connection's read
 * concern each read would see the state of its own moment.
 */
export const snapshotOptions = (tx: ClientSession) => ({
  session: tx,
  readConcern: { level: 'snapshot' as const },
})

/** Options of a read that may take minutes and needs no snapshot. */
export const longRead = { allowDiskUse: true, socketTimeoutMS: timeoutMs } as const

/** Options of a read of whole collections in a snapshot. */
export const longSnapshotOptions = (snapshot: ClientSession) => ({
  ...snapshotOptions(snapshot),
  ...longRead,
})

/**
 * Whether MongoDB no longer has the state that a snapshot reads (SnapshotUnavailable,
 * SnapshotTooOld).
 */
export const isSnapshotLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [239, 246].includes(error.code as number)
