import { copyFile, cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findOnPath } from '../../../scripts/services/common-sources.ts'
import { mongodbSources } from '../../../scripts/services/mongodb-sources.ts'
import { firstWorkingSource } from '../../../scripts/services/source-chain.ts'
import { canResolve, findNginx } from '../../support/nginx.ts'
import { projectFolder } from '../engine/cache-folder.ts'
import { runUninterrupted } from '../engine/interruption.ts'
import { addLink, addProgram, ask, type MadeImage } from './made-images.ts'
import { certificatesPath, npmSettings } from './npm-settings.ts'

/** The images that the Dockerfile and the compose file take from a registry, by the name before the colon. */
export const madeImages: Record<string, () => Promise<MadeImage>> = {
  node: nodeImage,
  mongo: mongoImage,
  redis: redisImage,
  nginx: nginxImage,
}

const nodeProgram = join(projectFolder, 'node_modules/node/bin/node')
const mongosh = 'mongosh@2.12.0'

/** Node as the packages pin it, and the npm that runs here, which reaches its registry as it does here. */
async function nodeImage(): Promise<MadeImage> {
  const npm = await npmFolder()
  const settings = await npmSettings()
  return {
    suite: 'bookworm',
    packages: ['ca-certificates'],
    entrypoint: 'node-entrypoint.sh',
    users: [{ name: 'node', uid: 1000, gid: 1000, home: '/home/node' }],
    configuration: ['CMD ["node"]'],
    parts: [process.version, npm.version, settings],
    async add(root) {
      await addProgram(root, 'node', nodeProgram)
      const modules = 'usr/local/lib/node_modules'
      await mkdir(join(root, modules), { recursive: true })
      await cp(npm.folder, join(root, modules, 'npm'), { recursive: true, dereference: true })
      await addLink(root, 'npm', `/${modules}/npm/bin/npm-cli.js`)
      await addLink(root, 'npx', `/${modules}/npm/bin/npx-cli.js`)
      await mkdir(join(root, 'usr/local/etc'), { recursive: true })
      await writeFile(join(root, 'usr/local/etc/npmrc'), settings.text)
      if (settings.certificates) await writeFile(join(root, certificatesPath), settings.certificates)
      return `Node ${await ask(root, ['node', '--version'])}, npm ${npm.version}`
    },
  }
}

async function npmFolder(): Promise<{ folder: string; version: string }> {
  const cli = process.env.npm_execpath ?? (await findOnPath('npm'))
  if (!cli) throw new Error('There is no npm here.')
  const folder = dirname(dirname(await realpath(cli)))
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (name !== 'npm') throw new Error(`${cli} is not npm's.`)
  return { folder, version }
}

/** MongoDB as `npm start` provides it, and its shell from npm. */
async function mongoImage(): Promise<MadeImage> {
  const { path, version } = await firstWorkingSource({
    wanted: 'MongoDB',
    sources: mongodbSources(),
    advice: 'Put a mongod on PATH.',
  })
  return {
    suite: 'trixie',
    packages: ['ca-certificates', 'libcurl4t64', 'libssl3t64', 'procps'],
    entrypoint: 'mongo-entrypoint.sh',
    users: [{ name: 'mongodb', uid: 999, gid: 999, home: '/data/db' }],
    configuration: ['VOLUME ["/data/db"]', 'ENV HOME=/data/db', 'CMD ["mongod"]'],
    parts: [version, mongosh, process.version],
    async add(root) {
      await addProgram(root, 'mongod', path)
      await addProgram(root, 'node', nodeProgram)
      await ask(root, ['mongod', '--version'])
      const modules = 'usr/local/lib/mongosh'
      await mkdir(join(root, modules), { recursive: true })
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', '--loglevel=error']
      const { code, output } = await runUninterrupted(
        'npm',
        ['install', ...options, '--prefix', join(root, modules), mongosh],
        { cwd: join(root, modules), timeoutMs: 300_000 },
      )
      if (code !== 0) throw new Error(`${mongosh} cannot be had: ${output.slice(-1_000)}`)
      await symlink(`/${modules}/node_modules/.bin/mongosh`, join(root, 'usr/local/bin/mongosh'))
      await mkdir(join(root, 'docker-entrypoint-initdb.d'))
      return `mongod ${version}, ${mongosh}`
    },
  }
}

async function redisImage(): Promise<MadeImage> {
  return {
    suite: 'bookworm',
    packages: ['redis-server', 'redis-tools'],
    entrypoint: 'redis-entrypoint.sh',
    users: [],
    configuration: ['VOLUME ["/data"]', 'WORKDIR /data', 'CMD ["redis-server"]'],
    parts: [],
    async add(root) {
      await ask(root, ['install', '-d', '-o', 'redis', '-g', 'redis', '/data'])
      return (await ask(root, ['redis-server', '--version'])).replace(/ sha=.*/, '')
    },
  }
}

/** The nginx that tests of its configuration use, at the paths of the official image. */
async function nginxImage(): Promise<MadeImage> {
  const nginx = await findNginx()
  if (!canResolve(nginx))
    throw new Error(`nginx ${nginx.version} is too old for deploy/nginx.conf: 1.27.3 or newer is needed.`)
  const configuration = await readFile(join(import.meta.dirname, 'nginx-image.conf'), 'utf8')
  return {
    suite: 'trixie',
    packages: ['wget'],
    entrypoint: 'nginx-entrypoint.sh',
    users: [{ name: 'nginx', uid: 101, gid: 101, home: '/var/cache/nginx' }],
    configuration: ['STOPSIGNAL SIGQUIT', 'CMD ["nginx", "-g", "daemon off;"]'],
    parts: [nginx.version, configuration],
    async add(root) {
      await mkdir(join(root, 'usr/local/libexec'), { recursive: true })
      await copyFile(nginx.path, join(root, 'usr/local/libexec/nginx'))
      await writeFile(join(root, 'usr/local/bin/nginx'), nginxCommand, { mode: 0o755 })
      await mkdir(join(root, 'etc/nginx/conf.d'), { recursive: true })
      await writeFile(join(root, 'etc/nginx/nginx.conf'), configuration)
      return ask(root, ['nginx', '-v'])
    },
  }
}

const nginxCommand = `#!/bin/sh
exec /usr/local/libexec/nginx -p /etc/nginx/ -c /etc/nginx/nginx.conf -e stderr "$@"
`
