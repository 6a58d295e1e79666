import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import type { Docker } from '../roll/docker.ts'
import { readComposeFile } from '../roll/shop-file.ts'
import { type SecretFile, secretFile } from './secret-file.ts'

const service = z.object({
  environment: z.record(z.string(), z.string().nullable()).default({}),
  volumes: z.array(z.object({ source: z.string().optional(), target: z.string() })).default([]),
})

const composeFile = z.object({ services: z.record(z.string(), service) })

/** What docker-compose.yml says of the shop's secrets. */
export type ShopSecrets = {
  /**
   * The file of a service's secret on this machine.
   * @throws CliError where the service has none
   */
  file(service: string, setting: string): SecretFile
  /** As `file`; undefined where there is none. */
  find(service: string, setting: string): SecretFile | undefined
  /** @throws CliError where the service has no such setting */
  setting(service: string, setting: string): string
}

/** @throws CliError where there is no shop's file in this folder */
export async function readShopSecrets(docker: Docker): Promise<ShopSecrets> {
  const parsed = composeFile.safeParse(await readComposeFile(docker))
  const services = parsed.data?.services ?? {}
  const find = (name: string) => {
    const found = services[name]
    if (!found) throw new CliError(`docker compose config names no service ${name}.`)
    return found
  }
  const fileOf = (name: string, setting: string) => {
    const { environment = {}, volumes = [] } = services[name] ?? {}
    const path = environment[`${setting}_FILE`]
    const source = path && volumes.find(({ target }) => target === dirname(path))?.source
    return path && source ? secretFile(join(source, basename(path))) : undefined
  }
  return {
    setting: (name, setting) => {
      const value = find(name).environment[setting]
      if (!value) throw new CliError(`The service ${name} has no ${setting}.`)
      return value
    },
    find: fileOf,
    file: (name, setting) => {
      const found = fileOf(name, setting)
      if (!found)
        throw new CliError(
          `${setting} is not in a file of the service ${name}: put it into one first, and set ${setting}_FILE (docs/how-to/production.md).`,
        )
      return found
    },
  }
}
