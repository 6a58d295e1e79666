import { CliError } from '../../processes/cli-error.ts'
import { containersOf } from './containers.ts'
import { type Docker, succeed } from './docker.ts'
import { rolledServices, type ShopFile } from './shop-file.ts'

export type Images = {
  id: string
  /** `1.0.0+abc1234` */
  version: string
  /** Whether a process runs another image; otherwise only settings or secrets have changed. */
  isChanged: boolean
  /** The name under which the image that served before stays. */
  formerTag: string
  /** Names the image too while a return to it is under way: asked for again after an interruption, it continues. */
  returningTag: string
}

/**
 * The image to roll to: that of the file's name, or with `isBack` the one that served before; the two exchange their
 * names then. The one that serves now keeps a name, so that nothing cleans it up.
 * @throws CliError when there is no such image, or it is not one of the shop
 */
export async function chooseImage(docker: Docker, file: ShopFile, isBack: boolean): Promise<Images> {
  const name = file.image.replace(/:[^/]*$/, '')
  const tags = { formerTag: `${name}:former`, returningTag: `${name}:returning` }
  const present = await readImage(docker, file.image)
  const former = await readImage(docker, tags.formerTag)
  if (isBack) {
    const target = (await readImage(docker, tags.returningTag)) ?? former
    if (!target) throw new CliError(`There is no ${tags.formerTag} to return to.`)
    await succeed(docker, ['tag', target.id, tags.returningTag])
    if (present && present.id !== target.id) await succeed(docker, ['tag', present.id, tags.formerTag])
    await succeed(docker, ['tag', target.id, file.image])
    return { ...target, ...tags, isChanged: true }
  }
  if (!present) throw new CliError(`There is no image ${file.image}: docker compose build api makes it.`)
  const all = (await Promise.all(rolledServices.map((service) => containersOf(docker, file, service)))).flat()
  if (all.length === 0)
    throw new CliError('No process of the shop runs: docker compose up --detach --wait starts it.')
  const others = all.map(({ imageId }) => imageId).filter((id) => id !== present.id)
  const [oldest] = others
  // A roll that continues has noted it already.
  if (oldest !== undefined && !others.includes(former?.id ?? ''))
    await succeed(docker, ['tag', oldest, tags.formerTag])
  return { ...present, ...tags, isChanged: oldest !== undefined }
}

/** Ends a return, if one is under way. One that failed exchanges the names again, so that the next may be either. */
export async function endReturn(
  docker: Docker,
  { file, images, isDone }: { file: ShopFile; images: Images; isDone: boolean },
): Promise<void> {
  if (!isDone) {
    await succeed(docker, ['tag', images.formerTag, file.image])
    await succeed(docker, ['tag', images.id, images.formerTag])
  }
  await docker(['image', 'rm', images.returningTag])
}

/** Undefined when there is none. @throws CliError when it is not one of the shop */
export async function readImage(
  docker: Docker,
  name: string,
): Promise<{ id: string; version: string } | undefined> {
  const format = '{{.Id}} {{json .Config.Labels}}'
  const { code, stdout } = await docker(['image', 'inspect', '--format', format, name])
  if (code !== 0) return undefined
  const [id = '', ...labelled] = stdout.split(' ')
  const labels = (JSON.parse(labelled.join(' ')) ?? {}) as Record<string, string>
  if (labels['org.opencontainers.image.title'] !== 'Jhatpat')
    throw new CliError(
      `The image ${name} is not one of this shop: its label org.opencontainers.image.title differs.`,
    )
  const revision = labels['org.opencontainers.image.revision']?.slice(0, 7) || 'unknown'
  return { id, version: `${labels['org.opencontainers.image.version']}+${revision}` }
}
