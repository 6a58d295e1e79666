import { mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

interface Memory {
  /** A folder that is memory, if there is one; in a container it may have a few megabytes. */
  folder: string
  /** More than the databases of tests write there; programs get as much beside. */
  roomBytes: number
}

const onLinux: Memory = { folder: '/dev/shm', roomBytes: 3 * 1024 ** 3 }

/**
 * Makes an empty folder for databases that nobody needs after their tests: in memory where there is plenty. On a disk
 * each write that a shop waits for is forced out to it, and the making of one database is some hundred of them.
 */
export async function makeScratchFolder(prefix: string, memory = onLinux): Promise<string> {
  return mkdtemp(join((await hasRoom(memory)) ? memory.folder : tmpdir(), prefix))
}

async function hasRoom({ folder, roomBytes }: Memory): Promise<boolean> {
  if (freemem() < 2 * roomBytes) return false
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= roomBytes,
    () => false,
  )
}
