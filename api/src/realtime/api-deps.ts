import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { QuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import type { SignInProvider } from '@jhatpat/shared/providers/sign-in/sign-in-provider.ts'
import type { DistributedRooms } from './distributed-rooms.ts'

/**
 * The api's further dependencies: the sockets' server, its rooms, whose publisher is `publisher`,
 * the external sign-in provider, and whether the shop is quiet after a restoration.
 */
export type ApiDeps = Deps & {
  io: Io
  rooms: DistributedRooms
  signInProvider: SignInProvider | undefined
  quietMode: QuietMode
}
