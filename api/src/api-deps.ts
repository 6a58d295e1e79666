import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'

/** What the api needs beside what every use case needs: the sockets' server, whose publisher is `publisher`. */
export type ApiDeps = Deps & { io: Io }
