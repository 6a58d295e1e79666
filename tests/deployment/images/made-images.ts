import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Engine, succeed } from '../engine/engine.ts'
import { type FileSystemPlan, makeFileSystem } from '../engine/file-system.ts'
import { runUninterrupted } from '../engine/interruption.ts'

/** An image that behaves as an official one, made of Debian packages and programs that `npm start` would run. */
export interface MadeImage extends FileSystemPlan {
  /** Its entry point, a file beside this one; it is `/usr/local/bin/docker-entrypoint.sh` in the image. */
  entrypoint: string
  /** Users of the official image with the ids that it gives them. */
  users: { name: string; uid: number; gid: number; home: string }[]
  /** In the format of `docker import --change`. */
  configuration: string[]
  /** What else distinguishes it, such as the versions of programs. */
  parts: unknown
  /** Adds to the file system what is no package. Returns what the image contains, for the terminal. */
  add(root: string): Promise<string>
}

const label = 'jhatpat.made-from'

/** Makes the image under this name, unless the engine has it from an earlier run. */
export async function provideImage(
  engine: Engine & { folder: string },
  name: string,
  image: MadeImage,
): Promise<string> {
  const entrypoint = await readFile(join(import.meta.dirname, image.entrypoint), 'utf8')
  const wanted = createHash('sha256')
    .update(JSON.stringify([image, entrypoint]))
    .digest('hex')
  const found = await engine.docker([
    ...['image', 'inspect', '--format', `{{index .Config.Labels "${label}"}} {{.Comment}}`, name],
  ])
  const [, kept, description] = /^([0-9a-f]{64}) (.*)$/m.exec(found.output) ?? []
  if (kept === wanted) return `${description}, kept`
  const root = join(engine.folder, 'file-system')
  await makeFileSystem(root, image)
  const program = join(root, 'usr/local/bin/docker-entrypoint.sh')
  await writeFile(program, entrypoint)
  await chmod(program, 0o755)
  for (const user of image.users) await addUser(root, user)
  const contains = await image.add(root)
  const archive = join(engine.folder, 'image.tar')
  const packed = await runUninterrupted('tar', [
    '--numeric-owner',
    '--directory',
    root,
    '--create',
    '--file',
    archive,
    '.',
  ])
  if (packed.code !== 0) throw new Error(packed.output)
  const changes = [
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'ENTRYPOINT ["docker-entrypoint.sh"]',
    ...image.configuration,
    `LABEL ${label}=${wanted}`,
  ]
  const options = changes.flatMap((change) => ['--change', change])
  await succeed(
    `making ${name}`,
    engine.docker(['import', '--message', contains, ...options, archive, name], { timeoutMs: 300_000 }),
  )
  await rm(archive)
  await rm(root, { recursive: true })
  return contains
}

async function addUser(root: string, { name, uid, gid, home }: MadeImage['users'][number]): Promise<void> {
  const run = async (...command: string[]) => {
    const { code, output } = await runUninterrupted('chroot', [root, ...command])
    if (code !== 0) throw new Error(output)
  }
  await run('groupadd', '--non-unique', '--gid', String(gid), name)
  await run(
    'useradd',
    '--non-unique',
    '--uid',
    String(uid),
    '--gid',
    String(gid),
    '--home-dir',
    home,
    '--no-create-home',
    name,
  )
  await run('install', '-d', '-o', String(uid), '-g', String(gid), home)
}

/** Copies a program of this machine into `/usr/local/bin`. */
export async function addProgram(root: string, name: string, from: string): Promise<void> {
  const to = join(root, 'usr/local/bin', name)
  await mkdir(join(root, 'usr/local/bin'), { recursive: true })
  await copyFile(from, to)
  await chmod(to, 0o755)
}

/** Makes a command of a script that Node runs. */
export async function addLink(root: string, name: string, to: string): Promise<void> {
  await chmod(join(root, to), 0o755)
  await symlink(to, join(root, 'usr/local/bin', name))
}

/** What `command` prints in the new file system. */
export async function ask(root: string, command: string[]): Promise<string> {
  const { code, output } = await runUninterrupted('chroot', [root, ...command])
  if (code !== 0) throw new Error(`${command.join(' ')} does not run: ${output.slice(-500)}`)
  return output
}
