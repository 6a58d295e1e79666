import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import type { AnyRoute, BodyInputOf, ParamsOf, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

type SendOptions<R extends AnyRoute> = {
  params?: ParamsOf<R>
  /** The current input of a form that may send the same body twice (`useIdempotencyKey`). */
  choice?: unknown
  /** Queries under this key are fetched again afterwards, whether it succeeded or not. */
  reads?: QueryKey
  onDone?: ((reply: ResultOf<R>, body: BodyInputOf<R>) => unknown) | undefined
  onSettled?: () => unknown
}

/** Sends a body once: a repeat after a lost reply has the same idempotency key, and no second effect. */
export function useSend<R extends AnyRoute>(route: R, { params, choice, reads, ...on }: SendOptions<R>) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey(choice)
  return useMutation({
    mutationFn: (body: BodyInputOf<R>) =>
      call(route, {
        ...(params && { params }),
        body,
        idempotencyKey: idempotency.keyFor({ ...(params as object), ...(body as object) }),
      }),
    onSuccess: (reply, body) => on.onDone?.(reply, body),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => Promise.all([reads && queries.invalidateQueries({ queryKey: reads }), on.onSettled?.()]),
  })
}
