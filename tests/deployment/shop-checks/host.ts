import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ran } from '../../../scripts/services/run-program.ts'
import { projectFolder } from '../engine/cache-folder.ts'
import type { Engine } from '../engine/engine.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'

/** The machine of the containers, as an operator uses it. */
export interface Host {
  engine: Engine & { folder: string }
  shop: ComposedShop
}

const folderOf = ({ engine }: Host) => join(engine.folder, 'bin')

/** The operator finds `docker` on the PATH. */
export async function prepareHost(host: Host): Promise<void> {
  await mkdir(folderOf(host), { recursive: true })
  const path = join(folderOf(host), 'docker')
  await writeFile(path, host.engine.script)
  await chmod(path, 0o755)
}

interface Running {
  child: ChildProcess
  ended: Promise<Ran>
  /** Until it prints such a line, or ends. */
  line(pattern: RegExp): Promise<void>
}

/** An operator's command on the machine of the containers. @param args the command and its arguments */
export function runOnHost(host: Host, args: readonly string[]): Running {
  const env = {
    ...process.env,
    ...host.shop.composeSettings,
    PATH: `${folderOf(host)}:${process.env.PATH}`,
  }
  const script = join(projectFolder, 'scripts/cli.ts')
  const child = spawn(process.execPath, [script, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const changed = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const check of changed) check()
    })
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
  return {
    child,
    ended,
    line: (pattern) =>
      new Promise((resolve) => {
        const check = () => {
          if (output.split('\n').some((line) => pattern.test(line))) resolve()
        }
        changed.add(check)
        void ended.then(() => resolve())
        check()
      }),
  }
}
