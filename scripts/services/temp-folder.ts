import { mkdtemp, readdir, readlink, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

interface Memory {
  /** A folder in memory, if there is one; in a container it may have a few megabytes. */
  folder: string
  /** More than the databases of tests write there; programs need the same amount in addition. */
  roomBytes: number
}

const onLinux: Memory = { folder: '/dev/shm', roomBytes: 3 * 1024 ** 3 }

/**
 * Makes an empty folder for databases that are not needed after their tests: in memory if there is enough.
 * On a disk each write is flushed, and creating one database takes hundreds of flushes. Folders of killed
 * runs are removed from memory first: otherwise they would remain until the machine restarts.
 */
export async function makeTempFolder(prefix: string, memory = onLinux): Promise<string> {
  const family = await processFamily()
  if (family) await removeLeft(memory.folder, family)
  const name = `${prefix}${family}-${process.pid}-`
  return mkdtemp(join((await hasRoom(memory)) ? memory.folder : tmpdir(), name))
}

/** Identifies the PID namespace: containers may share a folder but not process ids. */
const processFamily = () =>
  readlink('/proc/self/ns/pid').then(
    (name) => name.replace(/\D/g, ''),
    () => '',
  )

async function removeLeft(folder: string, family: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => {
    const [, its, pid] = /^jhatpat-[a-z]+-(\d+)-(\d+)-\w{6}$/.exec(name) ?? []
    return its === family && !isAlive(Number(pid))
  })
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

async function hasRoom({ folder, roomBytes }: Memory): Promise<boolean> {
  // A container may have a lower limit than its machine's free memory; 0 means no limit.
  if (Math.min(freemem(), process.constrainedMemory() || Infinity) < 2 * roomBytes) return false
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= roomBytes,
    () => false,
  )
}
