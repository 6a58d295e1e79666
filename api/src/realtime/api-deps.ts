import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import type { SignInProvider } from '@jhatpat/shared/providers/sign-in/sign-in-provider.ts'
import type { DistributedRooms } from './distributed-rooms.ts'

/**
 * What the api needs beside what every use case needs: the sockets' server, its rooms, whose publisher is `publisher`,
 * and where people may sign in instead of here.
 */
export type ApiDeps = Deps & { io: Io; rooms: DistributedRooms; signInProvider: SignInProvider | undefined }
