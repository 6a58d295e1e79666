import {
  createEnvironment,
  env,
  type Job,
  logEvent,
  type SimOrder,
  type SimulatedEnvironment,
  type Task,
} from './environment.ts'
import { findViolations } from './invariants.ts'
import { beginPayment, look } from './payments.ts'
import { fulfil } from './purchases.ts'

export type Played = {
  seed: number
  violations: string[]
  trace: readonly string[]
  steps: number
  crashes: number
}

/** A longer schedule does not come to an end: that is a violation of its own. */
const maxSteps = 20_000
const quietAfterMs = 4 * 3_600_000
const faultsUntilMs = 20 * 60_000

/** Runs one random schedule: the same for the same seed. */
export function play(seed: number): Played {
  const environment = createEnvironment(seed)
  for (const order of environment.orders.values())
    if (environment.random.below(3) === 0) payByUpi(environment, order)
  const workers = 2 + environment.random.below(3)
  const played = { steps: 0, crashes: 0 }
  while (
    played.steps < maxSteps &&
    environment.now < quietAfterMs &&
    runNextEvent(environment, workers, played)
  ) {
    played.steps += 1
  }
  const isStuck = played.steps >= maxSteps ? ['it comes to no end'] : []
  return {
    seed,
    violations: [...isStuck, ...findViolations(environment)],
    trace: environment.trace,
    ...played,
  }
}

function payByUpi(environment: SimulatedEnvironment, order: SimOrder): void {
  order.soldPaise = 0
  beginPayment(environment, order)
  environment.queue = environment.queue.filter(({ orderId }) => orderId !== order.id)
  environment.queue.push({ orderId: order.id, seq: 0, at: order.payDueAt ?? 0, work: 'look' })
}

/**
 * Runs the next event, chosen at random.
 * @returns false once nothing is left to happen
 */
function runNextEvent(
  environment: SimulatedEnvironment,
  workers: number,
  played: { crashes: number },
): boolean {
  runEffects(environment)
  const ready = environment.tasks.filter(({ wakeAt }) => wakeAt <= environment.now)
  const isJobNext = ready.length === 0 || environment.random.below(8) === 0
  if (isJobNext && startJob(environment, workers)) return true
  if (ready.length > 0) {
    played.crashes += runTask(environment, environment.random.pick(ready))
    return true
  }
  if (isQuiet(environment)) return false
  advance(environment)
  return true
}

/** @returns the number of crashes */
function runTask(environment: SimulatedEnvironment, task: Task): number {
  // Faults end at this time; what continues afterwards continues without any.
  const fate = environment.now < faultsUntilMs ? environment.random.below(60) : 60
  if (fate === 0) crash(environment, task)
  else if (fate === 1) freeze(environment, task)
  else step(environment, task)
  return fate === 0 ? 1 : 0
}

function runEffects({ vendor, now }: SimulatedEnvironment): void {
  const due = vendor.effects.filter(({ at }) => at <= now)
  vendor.effects = vendor.effects.filter(({ at }) => at > now)
  for (const { act } of due.toSorted((one, other) => one.at - other.at)) act()
}

/** One step of a process, up to its next request to the environment. */
function step(environment: SimulatedEnvironment, task: Task): void {
  const { value: wish, done } = task.steps.next(task.answer)
  if (done || !wish) {
    environment.tasks = environment.tasks.filter((one) => one !== task)
    return
  }
  if (wish.kind === 'do') {
    task.answer = wish.act()
    // Now and then some time passes between two steps.
    task.wakeAt = environment.now + (environment.random.below(10) === 0 ? environment.random.below(3_000) : 0)
    return
  }
  task.answer = wish.answer
  task.wakeAt = wish.until
}

/** The task's process is gone; its queue gives the job to another one once the lock has expired. */
function crash(environment: SimulatedEnvironment, task: Task): void {
  logEvent(environment, `${task.name} crashes`)
  environment.tasks = environment.tasks.filter((one) => one !== task)
  if (task.job) environment.queue.push({ ...task.job, at: environment.now + env.lockMs })
}

/** The process stops for longer than its lock: another gets the job meanwhile, and then it continues. */
function freeze(environment: SimulatedEnvironment, task: Task): void {
  const forMs = env.lockMs + environment.random.below(120_000)
  logEvent(environment, `${task.name} stands still for ${Math.round(forMs / 1_000)} s`)
  task.wakeAt = environment.now + forMs
  if (task.job) environment.queue.push({ ...task.job, at: environment.now + env.lockMs })
}

/** Gives a due job to a worker. The queue delays jobs, duplicates some, and loses one now and then. */
function startJob(environment: SimulatedEnvironment, workers: number): boolean {
  const due = environment.queue.filter(({ at }) => at <= environment.now)
  if (due.length === 0 || environment.tasks.length >= 3 * workers) return false
  const job = environment.random.pick(due)
  const fate = environment.random.below(40)
  if (fate > 0) environment.queue = environment.queue.filter((one) => one !== job)
  if (fate === 1) {
    logEvent(environment, `the queue loses ${job.orderId}`)
    return true
  }
  environment.tasks.push(taskOf(environment, job, workers))
  return true
}

function taskOf(environment: SimulatedEnvironment, job: Job, workers: number): Task {
  const worker = 1 + environment.random.below(workers)
  const name = `worker ${worker}, ${job.orderId}`
  return {
    name,
    worker,
    job,
    steps: job.work === 'look' ? look(environment, job.orderId) : fulfil(environment, job),
    answer: undefined,
    wakeAt: environment.now,
  }
}

/** Advances to the next event; overdue tasks without a worker are swept. */
function advance(environment: SimulatedEnvironment): void {
  sweep(environment)
  const times = [
    ...environment.tasks.map(({ wakeAt }) => wakeAt),
    ...environment.queue.map(({ at }) => at),
    ...environment.vendor.effects.map(({ at }) => at),
    ...[...environment.orders.values()].flatMap(({ dueAt, payDueAt }) =>
      [dueAt, payDueAt].flatMap((at) => (at === null ? [] : [at + sweepAfterMs])),
    ),
  ].filter((at) => at > environment.now)
  if (times.length > 0) environment.now = Math.min(...times)
}

const sweepAfterMs = 3_000

function sweep(environment: SimulatedEnvironment): void {
  for (const order of environment.orders.values()) {
    sweepLooks(environment, order)
    const isOverdue =
      order.status === 'Processing' && order.dueAt !== null && order.dueAt + sweepAfterMs <= environment.now
    const isQueued = environment.queue.some(
      ({ orderId, seq, work }) => orderId === order.id && seq === order.seq && work === 'fulfil',
    )
    const isHeld = environment.tasks.some(({ job }) => job?.orderId === order.id && job.seq === order.seq)
    if (!isOverdue || isQueued || isHeld) continue
    Object.assign(order, { seq: order.seq + 1, dueAt: environment.now, revision: order.revision + 1 })
    environment.queue.push({ orderId: order.id, seq: order.seq, at: environment.now, work: 'fulfil' })
  }
}

function sweepLooks({ queue, tasks, now }: SimulatedEnvironment, { id, payDueAt }: SimOrder): void {
  const isLook = (job: Job | undefined) => job?.orderId === id && job.work === 'look'
  if (payDueAt === null || payDueAt + sweepAfterMs > now) return
  if (queue.some(isLook) || tasks.some(({ job }) => isLook(job))) return
  queue.push({ orderId: id, seq: 0, at: now, work: 'look' })
}

/** Nothing is in progress, due or planned. */
const isQuiet = (environment: SimulatedEnvironment): boolean =>
  environment.tasks.length === 0 &&
  environment.vendor.effects.length === 0 &&
  [...environment.orders.values()].every(
    ({ status, dueAt, payDueAt }) => (status !== 'Processing' || dueAt === null) && payDueAt === null,
  )
