import { assessOrderTasks, requeueTask } from '@jhatpat/shared/domain/maintenance/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { name, reason } from '../kit/fields.ts'

/** The jobs read the order as it is: they are only hints, and decide by themselves what is to do. */
export const orderRequeue = defineCommand({
  name: 'order:requeue',
  summary: 'enqueues an open order’s tasks again, now; refuses ended orders and purchases of unknown outcome',
  example: 'JP261121K7Q2MDX4 --reason "the supplier is back"',
  parameters: { '<order>': 'the order’s id', '--reason <text>': 'why, for the audit log' },
  input: z.strictObject({ order: name(60), reason: reason() }),
  run: async (context, { order, reason: why }) => {
    const deps = await context.deps()
    const orderid = order.toUpperCase()
    const tasks = await assessOrderTasks(deps, orderid)
    const refused = tasks.flatMap(({ name: task, assessment }) =>
      assessment.state === 'refused' ? [`${task}: ${assessment.detail}`] : [],
    )
    const ready = tasks.flatMap(({ name: task, assessment }) =>
      assessment.state === 'ready' ? [{ name: task, task: assessment.task }] : [],
    )
    if (ready.length === 0) {
      const details = refused.length > 0 ? refused.join('; ') : 'it has nothing left to do'
      throw new CliError(`${orderid} was not enqueued: ${details}.`)
    }
    const enqueued: string[] = []
    for (const { name: task, task: readyTask } of ready) {
      if (await requeueTask(deps, { ...operator(), reason: why }, readyTask)) enqueued.push(task)
    }
    if (enqueued.length === 0)
      throw new CliError(`${orderid} has just changed: another process works on it. Look at it again.`)
    const left = refused.length > 0 ? ` Left alone: ${refused.join('; ')}.` : ''
    return {
      value: { order: orderid, enqueued, refused },
      text: `${orderid}: ${enqueued.join(', ')} enqueued.${left}`,
    }
  },
})
