import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import type { SignInProvider } from '@jhatpat/shared/providers/sign-in/sign-in-provider.ts'
import type { DistributedRooms } from './distributed-rooms.ts'

/**
 * The api's further dependencies: the sockets' server, its rooms, whose publisher is `publisher`,
 * and the external sign-in provider.
 */
export type ApiDeps = Deps & { io: Io; rooms: DistributedRooms; signInProvider: SignInProvider | undefined }
