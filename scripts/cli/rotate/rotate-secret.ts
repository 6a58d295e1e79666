import { CliError } from '../../processes/cli-error.ts'
import { rotateGiven } from './rotate-given.ts'
import { rotateMongodb } from './rotate-mongodb.ts'
import { rotateRedis } from './rotate-redis.ts'
import { prepareRotation, type Rotation, type RotationOptions } from './rotation.ts'

/** What can be replaced, and the setting that each is. `isOurs`: the shop itself can make a new value. */
export const rotationTargets = {
  mongodb: { setting: 'MONGODB_URI', isOurs: true },
  redis: { setting: 'REDIS_URL', isOurs: true },
  mail: { setting: 'SMTP_URL', isOurs: false },
  upigateway: { setting: 'UPIGATEWAY_KEY', isOurs: false },
  smileone: { setting: 'SMILE_KEY', isOurs: false },
  moogold: { setting: 'MOOGOLD_SECRET', isOurs: false },
  sms: { setting: 'SMS_KEY', isOurs: false },
} as const

export type RotationTarget = keyof typeof rotationTargets

export type RotationResult = {
  setting: string
  /** Processes that got the new value in this run. */
  replaced: number
  /** What is left for the operator. */
  next: string
}

/** The file from which each server of docker-compose.yml has its password at a start. */
const serverFiles = {
  redis: { service: 'redis', setting: 'REDIS_PASSWORD' },
  mongodb: { service: 'mongo', setting: 'JHATPAT_PASSWORD' },
} as const

/** @throws CliError for a server of docker-compose.yml, which would refuse a password that its own file lacks */
function requireIssuer({ secrets }: Rotation, target: RotationTarget): void {
  if (target !== 'redis' && target !== 'mongodb') return
  const { service, setting } = serverFiles[target]
  const password = secrets.find(service, setting)?.find()
  const address = secrets.file('api', rotationTargets[target].setting).read()
  if (password && address.includes(`:${encodeURIComponent(password)}@`))
    throw new CliError(
      `This is the ${target} of docker-compose.yml: run secrets:rotate ${target} without --from. Nothing was changed.`,
    )
}

const ours = { mongodb: rotateMongodb, redis: rotateRedis }

/**
 * Replaces a secret while the shop serves: the new value is accepted first, then the processes are replaced one by one,
 * and the former one is withdrawn when none has it. Interrupted, the same call continues.
 * @param options `value`: the new one, where its issuer makes it
 * @throws CliError when nothing was changed; Fault with what failed
 */
export async function rotateSecret(
  target: RotationTarget,
  { value, ...options }: RotationOptions & { value?: string },
): Promise<RotationResult> {
  const { setting } = rotationTargets[target]
  const rotation = await prepareRotation(options)
  if (value === undefined) {
    const { replaced } = await ours[target as keyof typeof ours](rotation)
    return { setting, replaced, next: 'The former one is accepted no more.' }
  }
  requireIssuer(rotation, target)
  const { replaced } = await rotateGiven(rotation, { name: setting, value })
  return { setting, replaced, next: 'Withdraw the former one where it was issued.' }
}
