import { backlogs } from './backlogs.ts'
import { backup } from './backup.ts'
import { events } from './events.ts'
import { firstLoad } from './first-load.ts'
import { http } from './http.ts'
import { idle } from './idle.ts'
import { indexes } from './indexes.ts'
import type { Suite } from './kit/suite.ts'
import { lists } from './lists.ts'
import { orders } from './orders.ts'
import { overload } from './overload.ts'
import { polls } from './polls.ts'
import { recovery } from './recovery.ts'
import { smileone } from './smileone.ts'
import { sockets } from './sockets.ts'
import { start } from './start.ts'
import { sweeps } from './sweeps.ts'
import { tracing } from './tracing.ts'
import { twoProcesses } from './two-processes.ts'
import { waiting } from './waiting.ts'

/** In the order in which they run. */
export const suites: Record<string, Suite> = {
  orders,
  waiting,
  idle,
  tracing,
  two: twoProcesses,
  events,
  sockets,
  http,
  recovery,
  start,
  smileone,
  polls,
  sweeps,
  overload,
  backlogs,
  backup,
  lists,
  indexes,
  'first-load': firstLoad,
}
