import { type Engine, succeed } from '../engine/engine.ts'
import { readComposeFile } from '../shop/compose-override.ts'
import type { ComposedShop } from '../shop/composed-shop.ts'
import { type Checks, must } from './checks.ts'

const imagePaths = ['/app-written', '/usr/written']

/** What the containers show, and what they may write. */
export async function checkContainers(checks: Checks, engine: Engine, shop: ComposedShop): Promise<void> {
  await checks.check('docker inspect shows no secret', async () => {
    // The simulators get the vendors' keys as settings.
    const services = Object.keys((await readComposeFile()).services).filter(
      (name) => !['simulators', 'demo-data'].includes(name),
    )
    const ids = (
      await succeed('docker compose ps', shop.compose(['ps', '--all', '--quiet', ...services]))
    ).split(/\s+/)
    const shown = await succeed('docker inspect', engine.docker(['inspect', ...ids]))
    for (const [name, value] of Object.entries(shop.settings.secrets))
      must(!shown.includes(value), `docker inspect shows ${name}.`)
    return `${Object.keys(shop.settings.secrets).length} secrets, ${ids.length} containers`
  })
  await checks.check('containers cannot write their image or their secrets, not even as root', async () => {
    for (const service of ['api', 'workers', 'backup', 'web', 'mongo', 'redis']) {
      const written = service === 'web' ? imagePaths : [...imagePaths, '/run/secrets/written']
      for (const path of written) {
        const write = [service, 'sh', '-c', `: > ${path}`]
        const { code } = await shop.compose(['exec', '-T', ...write])
        must(code !== 0, `${service} wrote ${path}.`)
        // A user other than root could be refused by the file's owner alone.
        const { code: ofRoot, output } = await shop.compose(['exec', '-T', '--user', 'root', ...write])
        must(ofRoot !== 0, `root wrote ${path} in ${service}.`)
        must(/read-only file system/i.test(output), `${path} of ${service} is not read-only: ${output}`)
      }
    }
    const modes = await succeed(
      'stat',
      shop.compose(['exec', '-T', 'api', 'sh', '-c', 'stat -c %a /run/secrets/*']),
    )
    must(/^(444\s*)+$/.test(modes), `The secrets have the modes ${modes}.`)
    return undefined
  })
  await checks.check('no process of the shop runs as root', async () => {
    for (const service of ['api', 'workers', 'backup', 'web', 'mongo', 'redis']) {
      const user = await succeed('id', shop.compose(['exec', '-T', service, 'id', '-u']))
      must(Number(user) > 0, `${service} runs as ${user}.`)
    }
    return undefined
  })
}
