import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '../../scripts/processes/folder-lock.ts'
import type { Running } from '../../scripts/processes/process-group.ts'
import { startParentWatcher } from '../../scripts/processes/start-parent-watcher.ts'

export type CheckProcesses = Awaited<ReturnType<typeof checkProcesses>>

/** The processes of the checks. They end with this process, also when it is killed. */
export async function checkProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-checks-'))
  const folderLock = await lockFolder(folder, () => {})
  const stopParentWatcher = startParentWatcher(folderLock)
  const processes = new Set<Running>()
  return {
    /** @param program a part of its command line */
    add(running: Running, program: string): void {
      processes.add(running)
      folderLock.add({ name: program, pid: running.pid, marker: program })
      void running.exited.then(() => {
        processes.delete(running)
        folderLock.remove(running.pid)
      })
    },
    stopAll(): void {
      for (const running of processes) void running.stop(2_000)
    },
    async release(): Promise<void> {
      folderLock.release()
      stopParentWatcher()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
