import { findViolations } from './invariants.ts'
import { beginPayment, look } from './payments.ts'
import { fulfil } from './purchases.ts'
import { createWorld, env, type Job, type SimOrder, say, type Task, type World } from './world.ts'

export type Played = {
  seed: number
  violations: string[]
  trace: readonly string[]
  steps: number
  crashes: number
}

/** A schedule that goes on for longer has come to a stand: that is a fault of its own. */
const maxSteps = 20_000
const quietAfterMs = 4 * 3_600_000
const faultsUntilMs = 20 * 60_000

/** Plays one random schedule: the same for the same seed. */
export function play(seed: number): Played {
  const world = createWorld(seed)
  for (const order of world.orders.values()) if (world.random.below(3) === 0) payByUpi(world, order)
  const workers = 2 + world.random.below(3)
  const played = { steps: 0, crashes: 0 }
  while (played.steps < maxSteps && world.now < quietAfterMs && takeTurn(world, workers, played)) {
    played.steps += 1
  }
  const isStuck = played.steps >= maxSteps ? ['it comes to no end'] : []
  return { seed, violations: [...isStuck, ...findViolations(world)], trace: world.trace, ...played }
}

function payByUpi(world: World, order: SimOrder): void {
  order.soldPaise = 0
  beginPayment(world, order)
  world.queue = world.queue.filter(({ orderId }) => orderId !== order.id)
  world.queue.push({ orderId: order.id, seq: 0, at: order.payDueAt ?? 0, work: 'look' })
}

/** What happens next, whatever the dice say. @returns false once nothing moves any more */
function takeTurn(world: World, workers: number, played: { crashes: number }): boolean {
  runEffects(world)
  const ready = world.tasks.filter(({ wakeAt }) => wakeAt <= world.now)
  const isJobNext = ready.length === 0 || world.random.below(8) === 0
  if (isJobNext && startJob(world, workers)) return true
  if (ready.length > 0) {
    played.crashes += runTask(world, world.random.pick(ready))
    return true
  }
  if (isQuiet(world)) return false
  advance(world)
  return true
}

/** @returns how many crashed */
function runTask(world: World, task: Task): number {
  // Machines heal in the end: what goes on after that goes on by itself.
  const fate = world.now < faultsUntilMs ? world.random.below(60) : 60
  if (fate === 0) crash(world, task)
  else if (fate === 1) freeze(world, task)
  else step(world, task)
  return fate === 0 ? 1 : 0
}

function runEffects({ vendor, now }: World): void {
  const due = vendor.effects.filter(({ at }) => at <= now)
  vendor.effects = vendor.effects.filter(({ at }) => at > now)
  for (const { act } of due.toSorted((one, other) => one.at - other.at)) act()
}

/** One step of a process, up to what it asks of the world next. */
function step(world: World, task: Task): void {
  const { value: wish, done } = task.steps.next(task.answer)
  if (done || !wish) {
    world.tasks = world.tasks.filter((one) => one !== task)
    return
  }
  if (wish.kind === 'do') {
    task.answer = wish.act()
    // Now and then a moment passes between two steps.
    task.wakeAt = world.now + (world.random.below(10) === 0 ? world.random.below(3_000) : 0)
    return
  }
  task.answer = wish.answer
  task.wakeAt = wish.until
}

/** The process of a task is gone; its queue gives the job to another once the lock is over. */
function crash(world: World, task: Task): void {
  say(world, `${task.name} crashes`)
  world.tasks = world.tasks.filter((one) => one !== task)
  if (task.job) world.queue.push({ ...task.job, at: world.now + env.lockMs })
}

/** It stands still for longer than its lock: another gets the job meanwhile, and then it goes on. */
function freeze(world: World, task: Task): void {
  const forMs = env.lockMs + world.random.below(120_000)
  say(world, `${task.name} stands still for ${Math.round(forMs / 1_000)} s`)
  task.wakeAt = world.now + forMs
  if (task.job) world.queue.push({ ...task.job, at: world.now + env.lockMs })
}

/** Gives a due job to a worker. The queue delays, gives a job twice, and loses one now and then. */
function startJob(world: World, workers: number): boolean {
  const due = world.queue.filter(({ at }) => at <= world.now)
  if (due.length === 0 || world.tasks.length >= 3 * workers) return false
  const job = world.random.pick(due)
  const fate = world.random.below(40)
  if (fate > 0) world.queue = world.queue.filter((one) => one !== job)
  if (fate === 1) {
    say(world, `the queue loses ${job.orderId}`)
    return true
  }
  world.tasks.push(taskOf(world, job, workers))
  return true
}

function taskOf(world: World, job: Job, workers: number): Task {
  const worker = 1 + world.random.below(workers)
  const name = `worker ${worker}, ${job.orderId}`
  return {
    name,
    worker,
    job,
    steps: job.work === 'look' ? look(world, job.orderId) : fulfil(world, job),
    answer: undefined,
    wakeAt: world.now,
  }
}

/** To the next moment at which something happens; what is overdue and in nobody's hand is swept. */
function advance(world: World): void {
  sweep(world)
  const times = [
    ...world.tasks.map(({ wakeAt }) => wakeAt),
    ...world.queue.map(({ at }) => at),
    ...world.vendor.effects.map(({ at }) => at),
    ...[...world.orders.values()].flatMap(({ dueAt, payDueAt }) =>
      [dueAt, payDueAt].flatMap((at) => (at === null ? [] : [at + sweepAfterMs])),
    ),
  ].filter((at) => at > world.now)
  if (times.length > 0) world.now = Math.min(...times)
}

const sweepAfterMs = 3_000

function sweep(world: World): void {
  for (const order of world.orders.values()) {
    sweepLooks(world, order)
    const isOverdue =
      order.status === 'Processing' && order.dueAt !== null && order.dueAt + sweepAfterMs <= world.now
    const isQueued = world.queue.some(
      ({ orderId, seq, work }) => orderId === order.id && seq === order.seq && work === 'fulfil',
    )
    const isHeld = world.tasks.some(({ job }) => job?.orderId === order.id && job.seq === order.seq)
    if (!isOverdue || isQueued || isHeld) continue
    Object.assign(order, { seq: order.seq + 1, dueAt: world.now, revision: order.revision + 1 })
    world.queue.push({ orderId: order.id, seq: order.seq, at: world.now, work: 'fulfil' })
  }
}

function sweepLooks({ queue, tasks, now }: World, { id, payDueAt }: SimOrder): void {
  const isLook = (job: Job | undefined) => job?.orderId === id && job.work === 'look'
  if (payDueAt === null || payDueAt + sweepAfterMs > now) return
  if (queue.some(isLook) || tasks.some(({ job }) => isLook(job))) return
  queue.push({ orderId: id, seq: 0, at: now, work: 'look' })
}

/** Nothing is under way, due or to come. */
const isQuiet = (world: World): boolean =>
  world.tasks.length === 0 &&
  world.vendor.effects.length === 0 &&
  [...world.orders.values()].every(
    ({ status, dueAt, payDueAt }) => (status !== 'Processing' || dueAt === null) && payDueAt === null,
  )
